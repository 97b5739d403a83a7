-- code: commitment-unique
-- title: No two sessions have the same commitment
-- severity: error
-- clauses: FORMAT-4 FORMAT-6
-- over: ledger
SELECT open_seq AS seq, session, NULL AS round, '' AS who, NULL AS step, 'a new commitment' AS expected,
    'that of session ' || first AS recorded, 'Its shoes come from seeds that are already known.' AS detail
FROM (SELECT *, min(session) OVER (PARTITION BY commitment) AS first FROM sessions) WHERE session <> first
