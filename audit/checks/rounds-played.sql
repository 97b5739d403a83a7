-- code: rounds-played
-- title: A session has as many rounds as its rules say, unless nobody can stake or its seeds are used up
-- severity: error
-- clauses: T7.1
-- over: ledger
-- A round that goes on with a shoe may need one seed more for a reshuffle (G6): such a session closes one seed early.
WITH able AS (
    SELECT a.session, count(*) FILTER (WHERE a.account > 0 AND a.due >= t.least AND NOT a.left_table) AS able
    FROM close_accounts a JOIN steps t USING (session) GROUP BY a.session
)
SELECT s.close_seq AS seq, s.session, NULL AS round, '' AS who, NULL AS step, p.session_rounds || ' rounds' AS expected, s.rounds || ' rounds' AS recorded,
    CASE WHEN s.rounds > p.session_rounds THEN 'More rounds were played than the rules say.'
        ELSE 'The session was closed early (reason: ' || s.reason || '), and ' || 'players who could still stake: ' || c.able || '.' END AS detail
FROM sessions s JOIN params p USING (session) JOIN able c USING (session)
WHERE s.close_seq >= 0 AND (s.rounds > p.session_rounds
    OR (s.rounds < p.session_rounds AND NOT (s.reason = 'players' AND c.able = 0) AND NOT (s.reason = 'seeds' AND s.last_index >= s.chain - (p.shoe_reshuffle <> 'every-round')::INTEGER)))
