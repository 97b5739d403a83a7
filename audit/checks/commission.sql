-- code: commission
-- title: Every double is charged its share of the stake, once, directly after it
-- severity: error
-- clauses: E5.1
-- over: rounds
-- when: double_commission_for > 0
WITH doubles AS (
    SELECT t.rnd, t.hand, t.step, t.stake, t.stake * p.double_commission_for // p.double_commission_per AS n
    FROM turns t JOIN table_rules p USING (rnd) WHERE p.double_commission_for > 0 AND t.verb = verb('double')
), charged AS (
    SELECT rnd, hand, step, n, prev_verb = verb('double') AND prev_hand = hand AS is_after FROM events WHERE verb = verb('commission') AND bettor = 0
)
SELECT r.seq, r.session, r.round, coalesce(d.hand, c.hand) AS who, coalesce(c.step, d.step) AS step,
    CASE WHEN d.hand IS NULL THEN 'no commission' ELSE 'commission ' || d.n || ', directly after the double' END AS expected,
    CASE WHEN c.hand IS NULL THEN 'none' ELSE 'commission ' || c.n END AS recorded,
    CASE WHEN d.hand IS NULL THEN 'The hand was not doubled.' ELSE 'The stake is ' || d.stake || '.' END AS detail
FROM doubles d FULL JOIN charged c ON c.rnd = d.rnd AND c.hand = d.hand JOIN table_rules r ON r.rnd = coalesce(d.rnd, c.rnd)
WHERE r.double_commission_for > 0 AND (d.hand IS NULL OR c.hand IS NULL OR d.n <> c.n OR NOT c.is_after)
