-- table: net_by_player_session
-- comment: What each person won or lost at play in each session: on boxes of their own and bets on others', not as a banker.
-- column session: number of the session
-- column table_name: name of its table
-- column name: the player's name
-- column rounds: rounds in which they staked; the interval takes each as one draw
-- column wagers: what was bet on boxes, counted for each box and person
-- column staked: money put up in all: bets, raises, doubles, splits, insurance, commission, forfeits
-- column payout: all that came back, stakes included
-- column net: payout less staked
-- column return_rate: payout for each unit staked
-- column return_low: lower end of its 95% interval; NULL where fewer than two rounds, or no difference between them, give none
-- column return_high: upper end of its 95% interval
-- shown
SELECT session, table_name, name, count(*) AS rounds, sum(wagers)::BIGINT AS wagers, sum(staked)::BIGINT AS staked,
    sum(payout)::BIGINT AS payout, (sum(payout) - sum(staked))::BIGINT AS net, ratio(payout, staked) AS return_rate,
    ratio_low(payout, staked) AS return_low, ratio_high(payout, staked) AS return_high
FROM (
    SELECT name, session, round, count(*) AS wagers, sum(staked) AS staked, sum(payout) AS payout
    FROM wagers JOIN players USING (session, seat) GROUP BY ALL
) JOIN sessions USING (session)
GROUP BY ALL ORDER BY session, net DESC, name
