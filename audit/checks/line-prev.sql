-- code: line-prev
-- title: Every line of a session points to the session's line before it
-- severity: error
-- clauses: FORMAT-4
-- over: session-lines
SELECT line AS seq, session, round, '' AS who, NULL AS step, p_line::VARCHAR AS expected, prev::VARCHAR AS recorded,
    'The session''s chain of lines is broken here.' AS detail
FROM session_lines WHERE session > 0 AND prev <> p_line
