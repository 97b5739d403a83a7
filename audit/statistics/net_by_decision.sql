-- table: net_by_decision
-- comment: What boxes came to for their owners in the end, by the first decision on their first two cards.
-- column profile: short name of the rule set
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
SELECT profile, action, count(*) AS rounds, sum(boxes)::BIGINT AS boxes, sum(staked)::BIGINT AS staked,
    sum(payout)::BIGINT AS payout, (sum(payout) - sum(staked))::BIGINT AS net, ratio(payout, staked) AS return_rate,
    ratio_low(payout, staked) AS return_low, ratio_high(payout, staked) AS return_high
FROM (
    SELECT session, round, action, count(*) AS boxes, sum(staked) AS staked, sum(payout) AS payout
    FROM boxes JOIN (
        SELECT session, round, box, arg_min(action, step) AS action
        FROM decisions WHERE cards = 2 AND hand = box::VARCHAR GROUP BY ALL
    ) USING (session, round, box)
    GROUP BY ALL
) JOIN sessions USING (session)
GROUP BY ALL ORDER BY profile, action
