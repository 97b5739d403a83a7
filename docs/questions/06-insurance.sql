-- question: Who takes insurance, and what does it cost them?
-- reading: Only Di does, and was lucky with it: in the long run a unit loses 0.07 or 0.08, which lies well inside an interval from 77 rounds. All boxes of a round win or lose it together; that is why rounds are counted.
SELECT name, sum(offered)::BIGINT AS offered, sum(taken)::BIGINT AS taken, clusters(staked) AS rounds, sum(staked)::BIGINT AS staked,
    sum(net)::BIGINT AS net, ratio(net, staked) AS net_rate, ratio_low(net, staked) AS low, ratio_high(net, staked) AS high
FROM (
    SELECT session, round, name, count(*) AS offered, count(*) FILTER (taken) AS taken, sum(amount) AS staked, sum(net) AS net
    FROM insurance JOIN players USING (session, seat)
    GROUP BY ALL
)
GROUP BY name
ORDER BY taken DESC, name
