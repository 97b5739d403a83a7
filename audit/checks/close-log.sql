-- code: close-log
-- title: The close's log says who left and who dropped out at the end, in this order, and nothing else
-- severity: error
-- clauses: T7.1 FORMAT-8
-- over: ledger
WITH able AS (
    SELECT a.session, a.account, s.reason, a.due < t.least AND (a.before_last >= t.least OR s.rounds = 0) AND NOT a.left_table AS drops_out,
        a.left_before OR (a.due < t.least AND a.before_last < t.least AND s.rounds > 0) AS is_gone
    FROM close_accounts a JOIN sessions s USING (session) JOIN steps t USING (session) WHERE a.account > 0
), allowed AS (
    SELECT session, 's' || account || ' out' AS event, reason IN ('players', 'seeds') AS is_due, 100 + account AS nth
    FROM able WHERE drops_out AND reason <> 'rounds'
    UNION ALL
    SELECT session, 's' || account || ' leave', false, account FROM able WHERE NOT is_gone AND reason <> 'rounds'
), told AS (
    SELECT coalesce(d.session, l.session) AS session, l.step, d.event AS expected, l.event AS recorded, d.is_due,
        max(d.nth) OVER (PARTITION BY l.session ORDER BY l.step ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS latest, d.nth
    FROM allowed d FULL JOIN close_log l ON l.session = d.session AND l.event = d.event AND l.copy = 1
)
SELECT s.close_seq AS seq, s.session, NULL AS round, split_part(coalesce(t.expected, t.recorded), ' ', 1) AS who, t.step,
    CASE WHEN t.expected IS NULL THEN 'no such event' WHEN t.nth < t.latest THEN 'first who left, then who dropped out, by seats'
        ELSE t.expected END AS expected, coalesce(t.recorded, 'none') AS recorded,
    'The last log does not say rightly who left or dropped out when no further round came.' AS detail
FROM told t JOIN sessions s USING (session)
WHERE s.judged AND NOT s.walked AND (t.expected IS NULL OR (t.recorded IS NULL AND t.is_due) OR (t.recorded IS NOT NULL AND t.nth < t.latest))
UNION ALL
SELECT b.seq, b.session, NULL, split_part(CASE WHEN b.recorded = 'none' THEN b.expected ELSE b.recorded END, ' ', 1), nullif(b.step, -1), b.expected, b.recorded,
    'The last log does not say rightly what happened when no further round came.'
FROM between b WHERE b.at_close
