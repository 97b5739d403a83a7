-- table: bank_performance
-- comment: What the bank won or lost at play, by rule set and by who held it; what was paid for taking it is not in it.
-- column profile: short name of the rule set
-- column banker: name of the player who banked, NULL for the house
-- column sessions: sessions in which they banked
-- column rounds: rounds banked; the interval takes each as one draw
-- column staked: money staked against the bank, forfeits too
-- column net: what the bank won, negative what it lost
-- column hold_rate: net for each unit staked against it
-- column hold_low: lower end of its 95% interval; NULL where fewer than two rounds, or no difference between them, give none
-- column hold_high: upper end of its 95% interval
-- column best: most won in one round
-- column worst: least won in one round, negative for the most lost
-- shown
SELECT profile, name AS banker, count(DISTINCT session) AS sessions, count(*) AS rounds, sum(staked)::BIGINT AS staked,
    sum(bank_net)::BIGINT AS net, ratio(bank_net, staked) AS hold_rate, ratio_low(bank_net, staked) AS hold_low,
    ratio_high(bank_net, staked) AS hold_high, max(bank_net) AS best, min(bank_net) AS worst
FROM rounds r JOIN sessions USING (session) LEFT JOIN players p ON p.session = r.session AND p.seat = r.banker
GROUP BY ALL ORDER BY profile, net DESC, banker
