-- code: settlement-extra
-- title: Nothing is settled that was not played: no hand that was not dealt, or was split, or on which that person has no stake
-- severity: error
-- clauses: T6.2 T5.1 P1.4 B8.1
-- over: rounds
SELECT r.seq, r.session, r.round, wager_name(s.hand, s.bettor) AS who, s.step, 'no outcome' AS expected, outcome_name(s.verb, s.more) || ' ' || s.n AS recorded,
    CASE WHEN s.bettor > 0 THEN 'This person has no stake to settle on the hand.' ELSE 'There is no such hand to settle.' END AS detail
FROM settlement s JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE NOT s.is_due AND r.is_dealt
