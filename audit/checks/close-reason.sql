-- code: close-reason
-- title: The close says why the session ended, and that is so
-- severity: error
-- clauses: T7.1 FORMAT-4
-- over: ledger
-- A round that goes on with a shoe may need one seed more for a reshuffle (G6): such a session closes one seed early. Where the bank or limits
-- change, a walk over what stands there has found why the session must end.
WITH able AS (
    SELECT a.session, count(*) FILTER (WHERE a.account > 0 AND a.has_box AND a.due >= t.least AND NOT a.left_table) AS able
    FROM close_accounts a JOIN steps t USING (session) GROUP BY a.session
), ended AS (
    SELECT s.*, c.able, p.session_rounds, s.rounds >= p.session_rounds AS is_over, CASE WHEN s.walked THEN s.why
        WHEN c.able = 0 THEN 'players' WHEN s.last_index >= s.chain - (p.shoe_reshuffle <> 'every-round')::INTEGER THEN 'seeds' ELSE '' END AS must,
        NOT s.walked AND s.reason = 'seeds' AND s.last_index >= s.chain - (p.shoe_reshuffle <> 'every-round')::INTEGER AS no_seeds
    FROM sessions s JOIN params p USING (session) JOIN able c USING (session) WHERE s.close_seq >= 0
)
SELECT close_seq AS seq, session, NULL AS round, '' AS who, NULL AS step,
    CASE WHEN is_over THEN 'rounds' WHEN must <> '' THEN must ELSE 'stopped' END AS expected, reason AS recorded,
    rounds || ' of ' || session_rounds || ' rounds were played; players who could still stake: ' || able || '.' AS detail
FROM ended
WHERE CASE reason WHEN 'rounds' THEN rounds <> session_rounds WHEN 'stopped' THEN is_over ELSE is_over OR NOT (must = reason OR no_seeds) END
