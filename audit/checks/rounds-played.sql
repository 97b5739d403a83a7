-- code: rounds-played
-- title: A session has as many rounds as its rules say, unless nobody can stake or its seeds are used up
-- severity: error
-- clauses: T7.1
-- over: ledger
-- A round that goes on with a shoe may need one seed more for a reshuffle (G6): such a session closes one seed early. Where the bank or limits
-- change, a walk over what stands there has found why the session must end.
WITH able AS (
    SELECT a.session, count(*) FILTER (WHERE a.account > 0 AND a.has_box AND a.due >= t.least AND NOT a.left_table) AS able
    FROM close_accounts a JOIN steps t USING (session) GROUP BY a.session
), ended AS (
    SELECT s.*, c.able, p.session_rounds, CASE WHEN s.walked THEN s.why IN ('players', 'seeds') AND s.why = s.reason
        ELSE (s.reason = 'players' AND c.able = 0)
            OR (s.reason = 'seeds' AND s.last_index >= s.chain - (p.shoe_reshuffle <> 'every-round')::INTEGER) END AS may_end
    FROM sessions s JOIN params p USING (session) JOIN able c USING (session) WHERE s.close_seq >= 0
)
SELECT close_seq AS seq, session, NULL AS round, '' AS who, NULL AS step, session_rounds || ' rounds' AS expected, rounds || ' rounds' AS recorded,
    CASE WHEN rounds > session_rounds THEN 'More rounds were played than the rules say.'
        ELSE 'The session was closed early (reason: ' || reason || '), and players who could still stake: ' || able || '.' END AS detail
FROM ended WHERE rounds > session_rounds OR (rounds < session_rounds AND NOT may_end)
