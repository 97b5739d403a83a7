-- code: signature
-- title: What a player signed stands in the log as it was signed, upon the same events and nowhere else
-- severity: error
-- clauses: FORMAT-15
-- over: ledger
-- rows: signatures
SELECT seq, session, round, who, CASE WHEN step >= 0 THEN step END AS step, expected, recorded, detail FROM signatures WHERE NOT is_missing
