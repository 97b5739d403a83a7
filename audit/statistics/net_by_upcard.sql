-- table: net_by_upcard
-- comment: What boxes won or lost for their owners, by the banker's upcard.
-- column profile: short name of the rule set
-- column up_rank: rank of the upcard, T for every ten-value
-- column rounds: rounds with such an upcard; the interval takes each as one draw
-- column boxes: boxes
-- column staked: money put up in all: bets, raises, doubles, splits, insurance, commission, forfeits
-- column payout: all that came back, stakes included
-- column net: payout less staked
-- column return_rate: payout for each unit staked
-- column return_low: lower end of its 95% interval; NULL where fewer than two rounds, or no difference between them, give none
-- column return_high: upper end of its 95% interval
-- shown
SELECT profile, up_rank, count(*) AS rounds, sum(boxes)::BIGINT AS boxes, sum(staked)::BIGINT AS staked,
    sum(payout)::BIGINT AS payout, (sum(payout) - sum(staked))::BIGINT AS net, ratio(payout, staked) AS return_rate,
    ratio_low(payout, staked) AS return_low, ratio_high(payout, staked) AS return_high
FROM (
    SELECT session, round, count(*) AS boxes, sum(staked) AS staked, sum(payout) AS payout
    FROM boxes GROUP BY ALL
)
JOIN dealer USING (session, round) JOIN sessions USING (session)
GROUP BY profile, up_rank
ORDER BY profile, rank_order(up_rank)
