-- code: close-log
-- title: The close's log says who dropped out or left at the end, and nothing else
-- severity: error
-- clauses: T7.1
-- over: ledger
WITH able AS (
    SELECT a.session, a.account, s.reason, a.due < t.least AND (a.before_last >= t.least OR s.rounds = 0) AND NOT a.left_table AS drops_out, a.left_before
    FROM close_accounts a JOIN sessions s USING (session) JOIN steps t USING (session) WHERE a.account > 0
), allowed AS (
    SELECT session, 's' || account || ' out' AS event, reason IN ('players', 'seeds') AS is_due FROM able WHERE drops_out AND reason <> 'rounds'
    UNION ALL
    SELECT session, 's' || account || ' leave', false FROM able WHERE NOT left_before AND reason <> 'rounds'
)
SELECT s.close_seq AS seq, s.session, NULL AS round, split_part(coalesce(d.event, l.event), ' ', 1) AS who, l.step,
    coalesce(d.event, 'no such event') AS expected, coalesce(l.event, 'none') AS recorded,
    'The last log does not say rightly who dropped out or left when no further round came.' AS detail
FROM allowed d FULL JOIN close_log l ON l.session = d.session AND l.event = d.event AND l.copy = 1
JOIN sessions s ON s.session = coalesce(d.session, l.session)
WHERE s.judged AND (d.event IS NULL OR (l.event IS NULL AND d.is_due))
