-- code: event-names
-- title: A person sits in one session of a tournament
-- severity: error
-- clauses: FORMAT-2 FORMAT-4
-- over: ledger
-- rows: tournaments
WITH people AS (
    SELECT DISTINCT e.line, p.session, p.seat, p.nth, p.name, p.folded
    FROM tournament_sessions e JOIN tournaments t ON t.line = e.line AND NOT t.short JOIN seats p ON p.session = e.session
), firsts AS (
    SELECT line, folded, min_by({'session': session, 'seat': seat}, (session, nth)) AS other FROM people GROUP BY ALL
)
SELECT line AS seq, p.session, NULL AS round, 's' || p.seat AS who, NULL AS step, 'another name' AS expected, p.name AS recorded,
    'The name could be mistaken for that of seat ' || f.other.seat || ' in session ' || f.other.session || ' of the tournament.' AS detail
FROM people p JOIN firsts f USING (line, folded) WHERE p.session <> f.other.session
