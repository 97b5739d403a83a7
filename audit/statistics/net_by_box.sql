-- table: net_by_box
-- comment: What a box won or lost for everybody who staked on it, by rule set and place at the table.
-- column profile: short name of the rule set
-- column box: number of the box, from the dealer's left
-- column rounds: rounds in which somebody staked on it; the interval takes each as one draw
-- column wagers: what was bet on boxes, counted for each box and person
-- column staked: money put up in all: bets, raises, doubles, splits, insurance, commission, forfeits
-- column payout: all that came back, stakes included
-- column net: payout less staked
-- column return_rate: payout for each unit staked
-- column return_low: lower end of its 95% interval; NULL where fewer than two rounds, or no difference between them, give none
-- column return_high: upper end of its 95% interval
-- shown
SELECT profile, box, count(*) AS rounds, sum(wagers)::BIGINT AS wagers, sum(staked)::BIGINT AS staked,
    sum(payout)::BIGINT AS payout, (sum(payout) - sum(staked))::BIGINT AS net, ratio(payout, staked) AS return_rate,
    ratio_low(payout, staked) AS return_low, ratio_high(payout, staked) AS return_high
FROM (
    SELECT session, round, box, count(*) AS wagers, sum(staked) AS staked, sum(payout) AS payout
    FROM wagers GROUP BY ALL
) JOIN sessions USING (session)
GROUP BY ALL ORDER BY profile, box
