-- code: payout
-- title: Each outcome pays what the rules say
-- severity: error
-- clauses: T6.2 T3.5 T3.3 T4.2 G7
-- over: rounds
SELECT r.seq, r.session, r.round, s.hand AS who, s.step, s.outcome || ' ' || s.payout AS expected, verb_name(s.verb) || ' ' || s.n AS recorded,
    'The stake is ' || h.stake || CASE WHEN h.doubled > 0 THEN ', doubled.' ELSE '.' END AS detail
FROM settlement s JOIN rounds r USING (rnd) JOIN final_hands h ON h.rnd = s.rnd AND h.hand = s.hand
WHERE s.is_due AND s.is_recorded AND s.outcome = verb_name(s.verb) AND s.payout <> s.n
