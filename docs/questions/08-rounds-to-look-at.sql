-- question: Which rounds moved the most money, so that one may look at them?
-- reading: The last column is what `shoe explain` takes: it tells such a round step by step, with the clauses.
WITH nets AS (
    SELECT session, round, name, sum(net)::BIGINT AS net FROM wagers JOIN players USING (session, seat) GROUP BY ALL
)
SELECT strftime(time, '%d %b, %H:%M') AS time, profile, sum(abs(net))::BIGINT AS moved,
    string_agg(name || ' ' || net, ', ' ORDER BY net, name) AS nets, session || '/' || round AS to_explain
FROM nets JOIN rounds USING (session, round) JOIN sessions USING (session)
GROUP BY session, round, time, profile
ORDER BY moved DESC, session, round
LIMIT 5
