-- code: ledger-line
-- title: The first line, and no other, names the ledger and the key that signs it; the key has the ledger's name
-- severity: error
-- clauses: FORMAT-3 FORMAT-4
-- over: ledger
SELECT seq, NULL AS session, NULL AS round, '' AS who, NULL AS step, expected, recorded, detail FROM (
    SELECT 0 AS seq, signed_name AS expected, name AS recorded, 'The checkpoint is of another ledger.' AS detail
    FROM ledger WHERE name <> signed_name
    UNION ALL
    SELECT 0, given_vkey, vkey, 'The first line names another verifier key.' FROM ledger WHERE vkey <> given_vkey AND keys = 0
    UNION ALL
    SELECT 0, split_part(vkey, '+', 1), name, 'The ledger''s name is not its key''s.' FROM ledger WHERE split_part(vkey, '+', 1) <> name
    UNION ALL
    SELECT seq, 'only at line 0', 'ledger', 'A ledger is named once.' FROM records WHERE kind = 'ledger' AND seq > 0
)
