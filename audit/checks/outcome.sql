-- code: outcome
-- title: Each hand has the outcome that the cards give it
-- severity: error
-- clauses: T6.2 T3.3 T3.5 T4.1 T5.4 T2.1 T3.1
-- over: rounds
SELECT r.seq, r.session, r.round, s.hand AS who, s.step, s.outcome || ' ' || s.payout AS expected, verb_name(s.verb) || ' ' || s.n AS recorded,
    'The hand has ' || h.total || ', the dealer ' || r.dealer_total || CASE WHEN r.two_total = 21 THEN ' (a natural).' ELSE '.' END AS detail
FROM settlement s JOIN rounds r USING (rnd) JOIN final_hands h ON h.rnd = s.rnd AND h.hand = s.hand
WHERE s.is_due AND s.is_recorded AND s.outcome <> verb_name(s.verb)
