-- code: commitment-unique
-- title: No two sessions have the same commitment
-- severity: error
-- clauses: FORMAT-4 FORMAT-6
-- over: ledger
SELECT b.open_seq AS seq, b.session, NULL AS round, '' AS who, NULL AS step, 'a new commitment' AS expected,
    'that of session ' || a.session AS recorded, 'Its shoes come from seeds that are already known.' AS detail
FROM sessions a JOIN sessions b ON a.commitment = b.commitment AND a.open_seq < b.open_seq
