-- table: volume_by_hour
-- comment: How much was played, by hour.
-- column hour: start of the hour, UTC
-- column sessions: sessions with a round in it
-- column rounds: rounds recorded in it
-- column boxes: boxes played
-- column hands: hands settled, split ones counted each
-- column staked: money staked in all
-- column bank_net: what the banks won, negative what they lost
-- shown
SELECT date_trunc('hour', time) AS hour, count(DISTINCT session) AS sessions, count(*) AS rounds, sum(boxes)::BIGINT AS boxes,
    sum(hands)::BIGINT AS hands, sum(staked)::BIGINT AS staked, sum(bank_net)::BIGINT AS bank_net
FROM rounds GROUP BY hour ORDER BY hour
