-- code: event-sessions
-- title: A tournament counts sessions that were closed before, each once, in rising order
-- severity: error
-- clauses: FORMAT-4
-- over: ledger
SELECT line AS seq, session, NULL AS round, '' AS who, NULL AS step, expected, recorded, detail FROM (
    SELECT line, NULL AS session, 'a session or more' AS expected, 'none' AS recorded, 'The tournament counts no session.' AS detail
    FROM tournaments ANTI JOIN tournament_sessions USING (line)
    UNION ALL
    SELECT line, session, 'a session of this ledger', 'session ' || session, 'The ledger has no such session.'
    FROM tournament_sessions ANTI JOIN sessions USING (session)
    UNION ALL
    SELECT t.line, session, 'a session closed before line ' || t.line, CASE WHEN s.close_seq < 0 THEN 'no close' ELSE 'its close in line ' || s.close_seq END,
        'The tournament was ranked before session ' || session || ' was over.'
    FROM tournament_sessions t JOIN sessions s USING (session) WHERE s.close_seq < 0 OR s.close_seq > t.line
    UNION ALL
    SELECT b.line, b.session, 'a session after ' || a.session, 'session ' || b.session, 'The tournament''s sessions are not in rising order, each once.'
    FROM tournament_sessions a JOIN tournament_sessions b ON b.line = a.line AND b.nth = a.nth + 1 WHERE b.session <= a.session
)
