-- code: root
-- title: The history is the one that was signed
-- severity: error
-- clauses: FORMAT-3
-- over: ledger
SELECT 0 AS seq, NULL AS session, NULL AS round, '' AS who, NULL AS step, signed_root AS expected, root AS recorded,
    'The history was changed after it was signed: its tree has another root.' AS detail
FROM ledger WHERE root <> signed_root
