-- table: doubles_and_splits
-- comment: Hands that were doubled or tripled, and boxes that were split: how often, and what they came to for their owners. A hand that was split and then doubled is in both.
-- column profile: short name of the rule set
-- column kind: double, triple or split
-- column rounds: rounds with such a hand; the interval takes each as one draw
-- column times: doubled or tripled hands, or boxes that were split
-- column staked: money on these hands in the end: a split box's all together, what was added by doubling, no insurance or commission
-- column payout: what came back, stakes included
-- column net: payout less staked
-- column return_rate: payout for each unit staked
-- column return_low: lower end of its 95% interval; NULL where fewer than two rounds, or no difference between them, give none
-- column return_high: upper end of its 95% interval
-- shown
SELECT profile, kind, count(*) AS rounds, sum(times)::BIGINT AS times, sum(staked)::BIGINT AS staked, sum(payout)::BIGINT AS payout,
    (sum(payout) - sum(staked))::BIGINT AS net, ratio(payout, staked) AS return_rate, ratio_low(payout, staked) AS return_low,
    ratio_high(payout, staked) AS return_high
FROM (
    SELECT session, round, CASE WHEN tripled THEN 'triple' ELSE 'double' END AS kind, count(*) AS times, sum(stake) AS staked,
        sum(coalesce(payout, 0)) AS payout
    FROM hands WHERE doubled GROUP BY ALL
    UNION ALL
    SELECT session, round, 'split', count(DISTINCT box), sum(stake), sum(coalesce(payout, 0)) FROM hands WHERE split_hand GROUP BY ALL
) JOIN sessions USING (session)
GROUP BY ALL ORDER BY profile, kind
