-- code: stake-amount
-- title: A stake is within the limits, in whole units, and pays without a fraction where the rules want that
-- severity: error
-- clauses: T2.2 H4.2 E1.2 B2.2 P1.3 P1.4
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, wager_name(s.hand, s.bettor) AS who, s.step,
    CASE WHEN s.minimum = s.maximum THEN s.minimum::VARCHAR
        ELSE lowest(s.minimum, p.step) || ' to ' || (s.maximum - s.others) || CASE WHEN p.step > 1 THEN ' in steps of ' || p.step ELSE '' END END AS expected,
    s.n::VARCHAR AS recorded, 'The rule set does not allow this stake.' AS detail
FROM staking s JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE s.verb = verb('bet') AND (s.n < s.minimum OR s.n + s.others > s.maximum OR s.n % p.step <> 0)
