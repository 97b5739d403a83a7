-- code: time-back
-- title: The clock does not go back from one line to the next
-- severity: notice
-- clauses: FORMAT-2
-- over: line-links
SELECT line AS seq, session, round, '' AS who, NULL AS step, 'not before line ' || p_line AS expected,
    (p_seconds - seconds) || ' seconds earlier' AS recorded, 'The clock of the recorder went back.' AS detail
FROM line_links WHERE seconds < p_seconds
