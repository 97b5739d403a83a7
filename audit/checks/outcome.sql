-- code: outcome
-- title: Each hand has the outcome that the cards give it
-- severity: error
-- clauses: T6.2 T3.3 T3.5 T4.1 T5.4 T2.1 T3.1 E2.2 E7.2 E7.4 C1.2 C2.2 C2.4 C2.6 C3.6 C3.8 C4.1 B2.4 B4.2 B6.1 B7.1 B7.2 B7.3 B7.4 P2.2 P5.1 H3.1 H4.1 H5 H6.1 G8 G10 E6.2 C3.1 C3.7 B5.6 B5.4 B5.5
-- over: rounds
SELECT r.seq, r.session, r.round, wager_name(s.hand, s.bettor) AS who, s.step, outcome_name(s.outcome, s.premium) || ' ' || s.payout AS expected,
    outcome_name(s.verb, s.more) || ' ' || s.n AS recorded,
    'The hand has ' || s.total || ', the dealer ' || r.dealer_total || CASE WHEN r.two_total = 21 THEN ' (a natural).' ELSE '.' END AS detail
FROM settlement s JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE s.is_due AND s.is_recorded AND (s.outcome <> s.verb OR (s.outcome = verb('premium') AND s.premium <> s.more))
