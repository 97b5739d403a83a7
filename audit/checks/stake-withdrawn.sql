-- code: stake-withdrawn
-- title: A stake is taken back by its owner only, while nobody else's lies on the box and another box is staked
-- severity: error
-- clauses: E1.2
-- over: rounds
-- when: stakes_withdrawal
SELECT r.seq, r.session, r.round, wager_name(s.hand, s.bettor) AS who, s.step, 'no withdrawal' AS expected, 'withdraw' AS recorded,
    CASE WHEN s.bettor > 0 THEN 'The stakes of other bettors stand.' WHEN s.held = 0 THEN 'There is no stake to take back.'
        WHEN s.others > 0 THEN 'Another bettor has ' || s.others || ' on the box.' ELSE 'No other box is staked.' END AS detail
FROM staking s JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE s.verb = verb('withdraw') AND (s.bettor > 0 OR s.held = 0 OR s.others > 0 OR s.staked < 2)
