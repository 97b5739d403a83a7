-- code: unsigned
-- title: A player who signs their answers gave no answer that is not signed
-- severity: error
-- clauses: FORMAT-15
-- over: ledger
-- rows: signatures
SELECT seq, session, round, who, step, expected, recorded, detail FROM signatures WHERE is_missing
