-- code: begin-foreign
-- title: Only rounds of live sessions are begun by a line of their own
-- severity: error
-- clauses: FORMAT-4
-- over: ledger
-- rows: begins
SELECT seq, session, round, '' AS who, NULL AS step, 'no begin' AS expected, 'a begin' AS recorded, 'The session is recorded in batches.' AS detail
FROM begins WHERE NOT live AND kind = 'begin'
