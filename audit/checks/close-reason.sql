-- code: close-reason
-- title: The close says why the session ended, and that is so
-- severity: error
-- clauses: T7.1 FORMAT-4
-- over: ledger
-- A round that goes on with a shoe may need one seed more for a reshuffle (G6): such a session closes one seed early.
WITH able AS (
    SELECT a.session, count(*) FILTER (WHERE a.account > 0 AND a.due >= t.least AND NOT a.left_table) AS able
    FROM close_accounts a JOIN steps t USING (session) GROUP BY a.session
)
SELECT s.close_seq AS seq, s.session, NULL AS round, '' AS who, NULL AS step,
    CASE WHEN s.rounds >= p.session_rounds THEN 'rounds' WHEN c.able = 0 THEN 'players' WHEN s.last_index >= s.chain - (p.shoe_reshuffle <> 'every-round')::INTEGER THEN 'seeds' ELSE 'stopped' END AS expected,
    s.reason AS recorded, s.rounds || ' of ' || p.session_rounds || ' rounds were played; ' || 'players who could still stake: ' || c.able || '.' AS detail
FROM sessions s JOIN params p USING (session) JOIN able c USING (session)
WHERE s.close_seq >= 0 AND CASE s.reason
    WHEN 'rounds' THEN s.rounds <> p.session_rounds
    WHEN 'players' THEN c.able > 0 OR s.rounds >= p.session_rounds
    WHEN 'seeds' THEN s.last_index < s.chain - (p.shoe_reshuffle <> 'every-round')::INTEGER OR s.rounds >= p.session_rounds
    ELSE s.rounds >= p.session_rounds END
