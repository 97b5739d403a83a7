-- code: event-standings
-- title: A tournament ranks every player of its sessions by net, equal results sharing the place
-- severity: error
-- clauses: T7.1 FORMAT-4
-- over: ledger
-- rows: tournaments
-- `short`: the standings leave out most of the players, which is wrong without being ranked.
WITH nets AS (
    SELECT DISTINCT e.line, e.session, a.account AS seat, p.name, a.due - a.stack AS net
    FROM tournament_sessions e JOIN tournaments t ON t.line = e.line AND NOT t.short
    JOIN close_accounts a ON a.session = e.session AND a.account > 0 JOIN seats p ON p.session = a.session AND p.nth = a.account
), due AS (
    SELECT *, rank() OVER (PARTITION BY line ORDER BY net DESC) AS place,
        row_number() OVER (PARTITION BY line ORDER BY net DESC, session, seat) AS nth
    FROM nets
), pairs AS (
    SELECT coalesce(d.line, r.line) AS line, coalesce(d.nth, r.nth) AS nth, coalesce(d.session, r.session) AS session, coalesce(d.seat, r.seat) AS seat,
        CASE WHEN d.line IS NULL THEN 'no entry'
            ELSE 'place ' || d.place || ', ' || d.name || ' (session ' || d.session || ', seat ' || d.seat || '), net ' || d.net END AS expected,
        CASE WHEN r.line IS NULL THEN 'no entry'
            ELSE 'place ' || r.place || ', ' || r.name || ' (session ' || r.session || ', seat ' || r.seat || '), net ' || r.net END AS recorded
    FROM due d FULL JOIN tournament_ranks r ON r.line = d.line AND r.nth = d.nth
)
SELECT line AS seq, session, NULL AS round, 's' || seat AS who, NULL AS step, expected, recorded,
    'Entry ' || nth || ' of the tournament''s standings is another one.' AS detail
FROM pairs JOIN tournaments t USING (line) WHERE NOT t.short AND expected <> recorded
UNION ALL
SELECT line, NULL, NULL, '', NULL, players || ' entries', count(r.nth) || ' entries', 'The tournament''s standings leave out most of its players.'
FROM tournaments t LEFT JOIN tournament_ranks r USING (line) WHERE t.short GROUP BY line, players
