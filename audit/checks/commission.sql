-- code: commission
-- title: Every double is charged its share of the stake, once for each who doubles, directly after it
-- severity: error
-- clauses: E5.1
-- over: rounds
-- when: double_commission_for > 0
WITH doubles AS (
    SELECT t.rnd, t.hand, 0 AS bettor, t.step, t.stake FROM turns t WHERE t.verb = verb('double')
    UNION ALL
    SELECT a.rnd, a.hand, a.bettor, a.step, a.stake FROM follow_asked a JOIN follow_answers f ON f.action = a.action AND f.bettor = a.bettor
    WHERE a.verb = verb('double') AND f.verb = verb('follow')
), due AS (
    SELECT d.*, d.stake * p.double_commission_for // p.double_commission_per AS n FROM doubles d JOIN rounds r USING (rnd) JOIN params p USING (session) WHERE p.double_commission_for > 0
), charged AS (
    SELECT rnd, hand, bettor, step, n, prev_hand = hand AND (prev_verb = verb('double') OR (prev_verb = verb('commission') AND prev_bettor < bettor)) AS is_after
    FROM beside WHERE verb = verb('commission')
)
SELECT r.seq, r.session, r.round, wager_name(coalesce(d.hand, c.hand), coalesce(d.bettor, c.bettor)) AS who, coalesce(c.step, d.step) AS step,
    CASE WHEN d.hand IS NULL THEN 'no commission' ELSE 'commission ' || d.n || ', directly after the double' END AS expected,
    CASE WHEN c.hand IS NULL THEN 'none' ELSE 'commission ' || c.n END AS recorded,
    CASE WHEN d.hand IS NULL THEN 'This stake was not doubled.' ELSE 'The stake is ' || d.stake || '.' END AS detail
FROM due d FULL JOIN charged c ON c.rnd = d.rnd AND c.hand = d.hand AND c.bettor = d.bettor JOIN rounds r ON r.rnd = coalesce(d.rnd, c.rnd) JOIN params p USING (session)
WHERE p.double_commission_for > 0 AND (d.hand IS NULL OR c.hand IS NULL OR d.n <> c.n OR NOT c.is_after)
