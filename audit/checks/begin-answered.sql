-- code: begin-answered
-- title: Every round of a live session that was begun is played, or broken off
-- severity: error
-- clauses: FORMAT-4
-- over: ledger
-- rows: begins
SELECT seq, session, round, '' AS who, NULL AS step, 'its round, or that it was broken off' AS expected,
    CASE after WHEN 'begin' THEN 'the begin of round ' || after_round ELSE 'the end of the session' END AS recorded,
    'A round was begun and never told: nothing shows that it was not dropped for its cards.' AS detail
FROM begins WHERE live AND kind = 'begin' AND NOT is_answered AND (after <> '' OR is_over)
