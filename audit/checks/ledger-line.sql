-- code: ledger-line
-- title: The first line, and no other, names the ledger and the key that signs it; every key has the ledger's name, and is new
-- severity: error
-- clauses: FORMAT-3 FORMAT-4
-- over: ledger
SELECT seq, NULL AS session, NULL AS round, '' AS who, NULL AS step, expected, recorded, detail FROM (
    SELECT 0 AS seq, signed_name AS expected, name AS recorded, 'The checkpoint is of another ledger.' AS detail
    FROM ledger WHERE name <> signed_name
    UNION ALL
    SELECT 0, given_vkey, vkey, 'The first line names another verifier key.' FROM ledger WHERE NOT given_is_named
    UNION ALL
    SELECT k.seq, k.name, l.name, 'The ledger''s name is not its key''s.' FROM named_keys k, ledger l WHERE k.name <> l.name
    UNION ALL
    SELECT seq, 'a new key', vkey, 'The ledger has named this key before.' FROM named_keys WHERE NOT is_new
    UNION ALL
    SELECT seq, 'only at line 0', 'ledger', 'A ledger is named once.' FROM records WHERE kind = 'ledger' AND seq > 0
)
