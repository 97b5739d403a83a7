-- code: line-seq
-- title: Every line names its own place in the log
-- severity: error
-- clauses: FORMAT-4
-- over: lines
SELECT line AS seq, session, round, '' AS who, NULL AS step, line::VARCHAR AS expected, seq::VARCHAR AS recorded,
    'The line''s `seq` is not its leaf index.' AS detail
FROM lines WHERE line <> seq
