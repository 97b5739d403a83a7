-- code: players
-- title: As many people play as the rules allow
-- severity: error
-- clauses: T1.1 C1.1 B1.1 H1.1
-- over: ledger
SELECT s.open_seq AS seq, s.session, NULL AS round, '' AS who, NULL AS step, p.table_players_min || ' to ' || p.table_players_max AS expected,
    s.seats::VARCHAR AS recorded, 'The table has too few or too many players.' AS detail
FROM sessions s JOIN params p USING (session)
WHERE s.start_seq >= 0 AND (s.seats < p.table_players_min OR s.seats > p.table_players_max)
