-- code: ledger-line
-- title: The first line names the ledger and the key that signs it
-- severity: error
-- clauses: FORMAT-3 FORMAT-4
-- over: ledger
SELECT 0 AS seq, NULL AS session, NULL AS round, '' AS who, NULL AS step, expected, recorded, detail FROM (
    SELECT signed_name AS expected, name AS recorded, 'The checkpoint is of another ledger.' AS detail FROM ledger WHERE name <> signed_name
    UNION ALL
    SELECT given_vkey, vkey, 'The first line names another verifier key.' FROM ledger WHERE vkey <> given_vkey AND keys = 0
)
