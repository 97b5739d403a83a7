-- code: close-log
-- title: The close's log says who dropped out at the end, and nothing else
-- severity: error
-- clauses: T7.1
-- over: ledger
WITH due AS (
    SELECT a.session, 's' || a.account || ' out' AS event FROM close_accounts a JOIN sessions s USING (session) JOIN steps t USING (session)
    WHERE a.account > 0 AND s.reason = 'players' AND a.due < t.least AND (a.before_last >= t.least OR s.rounds = 0) AND NOT a.left_table
)
SELECT s.close_seq AS seq, s.session, NULL AS round, split_part(coalesce(d.event, l.event), ' ', 1) AS who, l.step,
    coalesce(d.event, 'no such event') AS expected, coalesce(l.event, 'none') AS recorded, 'The last log does not say who dropped out.' AS detail
FROM due d FULL JOIN close_log l ON l.session = d.session AND l.event = d.event AND l.copy = 1
JOIN sessions s ON s.session = coalesce(d.session, l.session)
WHERE s.judged AND (d.event IS NULL OR l.event IS NULL)
