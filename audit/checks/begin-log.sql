-- code: begin-log
-- title: What was signed before the first card is what the round says of it, no more and no less
-- severity: error
-- clauses: FORMAT-4
-- over: ledger
-- rows: begins
SELECT seq, session, round, '' AS who, step, due_event AS expected, event AS recorded,
    'The log of a begin is that of its round up to the first card that is named.' AS detail
FROM begins WHERE live AND step >= 0
