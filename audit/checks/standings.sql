-- code: standings
-- title: Standings rank every seat by net, equal results sharing the place
-- severity: error
-- clauses: T7.1
-- over: ledger
WITH due AS (
    SELECT session, account AS seat, due - stack AS net, rank() OVER (PARTITION BY session ORDER BY due - stack DESC) AS place,
        row_number() OVER (PARTITION BY session ORDER BY due - stack DESC, account) AS nth
    FROM close_accounts WHERE account > 0
)
SELECT s.close_seq AS seq, s.session, NULL AS round, 's' || coalesce(d.seat, t.seat) AS who, NULL AS step,
    CASE WHEN d.seat IS NULL THEN 'no entry' ELSE 'place ' || d.place || ', seat ' || d.seat || ', net ' || d.net END AS expected,
    CASE WHEN t.seat IS NULL THEN 'no entry' ELSE 'place ' || t.place || ', seat ' || t.seat || ', net ' || t.net END AS recorded,
    'Entry ' || coalesce(d.nth, t.nth) || ' of the standings is another one.' AS detail
FROM due d FULL JOIN standings t ON t.session = d.session AND t.nth = d.nth JOIN sessions s ON s.session = coalesce(d.session, t.session)
WHERE d.seat IS NULL OR t.seat IS NULL OR d.seat <> t.seat OR d.net <> t.net OR d.place <> t.place
