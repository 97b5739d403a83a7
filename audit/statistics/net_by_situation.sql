-- table: net_by_situation
-- comment: What boxes came to for their owners in the end, by the total of their first two cards, the banker's upcard and the first decision: how each way to play a situation turned out.
-- column profile: short name of the rule set
-- column starting_total: best total of the first two cards
-- column starting_soft: whether an ace counts 11 in it and may count 1
-- column up_rank: rank of the upcard, T for every ten-value
-- column action: hit, stand, double, split or surrender
-- column rounds: rounds with such a box; the interval takes each as one draw
-- column boxes: boxes
-- column staked: money put up in all: bets, raises, doubles, splits, insurance, commission, forfeits
-- column payout: all that came back, stakes included
-- column net: payout less staked
-- column return_rate: payout for each unit staked
-- column return_low: lower end of its 95% interval; NULL where fewer than two rounds, or no difference between them, give none
-- column return_high: upper end of its 95% interval
-- shown
SELECT profile, starting_total, starting_soft, up_rank, action, count(*) AS rounds, sum(boxes)::BIGINT AS boxes,
    sum(staked)::BIGINT AS staked, sum(payout)::BIGINT AS payout, (sum(payout) - sum(staked))::BIGINT AS net,
    ratio(payout, staked) AS return_rate, ratio_low(payout, staked) AS return_low, ratio_high(payout, staked) AS return_high
FROM (
    SELECT session, round, starting_total, starting_soft, up_rank, action, count(*) AS boxes, sum(staked) AS staked, sum(payout) AS payout
    FROM boxes JOIN (
        SELECT session, round, box, arg_min(action, step) AS action, any_value(up_rank) AS up_rank
        FROM decisions WHERE cards = 2 AND hand = box::VARCHAR GROUP BY ALL
    ) USING (session, round, box)
    GROUP BY ALL
) JOIN sessions USING (session)
GROUP BY profile, starting_total, starting_soft, up_rank, action
ORDER BY profile, starting_soft, starting_total, rank_order(up_rank), action
