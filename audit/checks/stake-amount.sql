-- code: stake-amount
-- title: A stake is within the limits, in whole units, and pays without a fraction where the rules want that
-- severity: error
-- clauses: T2.2 H4.2
-- over: rounds
SELECT p.seq, p.session, p.round, e.hand AS who, e.step,
    CASE WHEN p.stakes_minimum = p.stakes_maximum THEN p.stakes_minimum::VARCHAR
        ELSE p.least || ' to ' || p.stakes_maximum || CASE WHEN p.step > 1 THEN ' in steps of ' || p.step ELSE '' END END AS expected,
    e.n::VARCHAR AS recorded, 'The rule set does not allow this stake.' AS detail
FROM events e JOIN table_rules p USING (rnd)
WHERE e.verb = verb('bet') AND (e.n < p.stakes_minimum OR e.n > p.stakes_maximum OR e.n % p.step <> 0)
