-- table: insurance_results
-- comment: Insurance by rule set: how often it was taken, what became of it, and what it cost.
-- column profile: short name of the rule set
-- column rounds: rounds in which it was offered
-- column offered: boxes, or bets on others' boxes, that were offered it
-- column taken: how many took it
-- column declined: how many declined it
-- column won: how many of those that took it won
-- column lost: how many of those that took it lost
-- column won_share: won of taken
-- column won_low: lower end of its 95% interval, each round in which it was taken being one draw; NULL where there are fewer than two
-- column won_high: upper end of its 95% interval
-- column staked: money staked on it
-- column payout: what came back, stakes included
-- column net: payout less staked: what it cost, negative
-- column net_rate: net for each unit staked
-- column net_low: lower end of its 95% interval; NULL where fewer than two rounds, or no difference between them, give none
-- column net_high: upper end of its 95% interval
-- shown
SELECT profile, count(*) AS rounds, sum(offered)::BIGINT AS offered, sum(taken)::BIGINT AS taken, sum(offered - taken)::BIGINT AS declined,
    sum(won)::BIGINT AS won, sum(taken - won)::BIGINT AS lost, ratio(won, taken) AS won_share, share_low(won, taken) AS won_low,
    share_high(won, taken) AS won_high, sum(staked)::BIGINT AS staked, sum(payout)::BIGINT AS payout, sum(net)::BIGINT AS net,
    ratio(net, staked) AS net_rate, ratio_low(net, staked) AS net_low, ratio_high(net, staked) AS net_high
FROM (
    SELECT session, round, count(*) AS offered, count(*) FILTER (taken) AS taken, count(*) FILTER (outcome = 'won') AS won,
        sum(amount) AS staked, sum(payout) AS payout, sum(net) AS net
    FROM insurance GROUP BY ALL
) JOIN sessions USING (session)
GROUP BY ALL ORDER BY profile
