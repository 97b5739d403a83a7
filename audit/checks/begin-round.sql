-- code: begin-round
-- title: A round is the one that was begun
-- severity: error
-- clauses: FORMAT-4
-- over: ledger
-- rows: begins
SELECT seq, session, round, '' AS who, NULL AS step, 'the begin of round ' || after_round AS expected, 'of round ' || round AS recorded,
    'The line that follows in the session is another round.' AS detail
FROM begins WHERE live AND kind = 'begin' AND after IN ('round', 'void') AND after_round <> round
