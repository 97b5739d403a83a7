-- table: net_by_session
-- comment: What all punters of a session won or lost together.
-- column session: number of the session
-- column table_name: name of its table
-- column profile: short name of its rule set
-- column rounds: rounds in which somebody staked; the interval takes each as one draw
-- column wagers: what was bet on boxes, counted for each box and person
-- column staked: money put up in all: bets, raises, doubles, splits, insurance, commission, forfeits
-- column payout: all that came back, stakes included
-- column net: payout less staked
-- column return_rate: payout for each unit staked
-- column return_low: lower end of its 95% interval; NULL where fewer than two rounds, or no difference between them, give none
-- column return_high: upper end of its 95% interval
-- shown
SELECT session, table_name, profile, count(*) AS rounds, sum(wagers)::BIGINT AS wagers, sum(staked)::BIGINT AS staked,
    sum(payout)::BIGINT AS payout, (sum(payout) - sum(staked))::BIGINT AS net, ratio(payout, staked) AS return_rate,
    ratio_low(payout, staked) AS return_low, ratio_high(payout, staked) AS return_high
FROM (
    SELECT session, round, count(*) AS wagers, sum(staked) AS staked, sum(payout) AS payout
    FROM wagers GROUP BY ALL
) JOIN sessions USING (session)
GROUP BY ALL ORDER BY session
