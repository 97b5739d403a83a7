-- code: overstood
-- title: A hand that was stood on with more than 21 is found out when it is opened, directly before it loses, and no other is
-- severity: error
-- clauses: B5.6 H8
-- over: rounds
-- when: table_irregularities <> 'off'
WITH told AS (
    SELECT rnd, hand, min(step) AS step, count(*) AS times, bool_and(next_verb = verb('lose') AND next_hand = hand AND prev_verb = verb('open') AND prev_hand = hand) AS in_place
    FROM beside WHERE verb = verb('overstood') GROUP BY ALL
), due AS (
    SELECT rnd, hand, total FROM final_hands WHERE is_overstood
)
SELECT r.seq, r.session, r.round, coalesce(d.hand, t.hand) AS who, t.step,
    CASE WHEN d.rnd IS NULL THEN 'not overstood' ELSE 'overstood, between open and lose' END AS expected,
    CASE WHEN t.rnd IS NULL THEN 'nothing' WHEN t.times > 1 THEN 'overstood ' || times(t.times) ELSE 'overstood' END AS recorded,
    CASE WHEN d.rnd IS NULL THEN 'The hand did not stand on more than 21.' ELSE 'The hand stood on ' || d.total || '.' END AS detail
FROM due d FULL JOIN told t ON t.rnd = d.rnd AND t.hand = d.hand JOIN rounds r ON r.rnd = coalesce(d.rnd, t.rnd)
WHERE d.rnd IS NULL OR t.rnd IS NULL OR t.times > 1 OR NOT t.in_place
