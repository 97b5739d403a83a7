-- code: begin-shoes
-- title: A begin names the shoes in use or ended by then, and tells no seed of one that goes on
-- severity: error
-- clauses: FORMAT-4
-- over: ledger
-- rows: begins
SELECT seq, session, round, 'D' AS who, NULL AS step, due_shoes AS expected, shoes AS recorded, 'The shoes of the round are other ones, or a seed was told early.' AS detail
FROM begins WHERE live AND shoes <> due_shoes
