-- code: payout
-- title: Each outcome pays what the rules say
-- severity: error
-- clauses: T6.2 T3.5 T3.3 T4.2 G4 G7 E4.1 E7.2 C2.2 C3.3 C3.4 C3.6 C3.7 C3.8 C4.1 B6.1 B7.1 B7.2 B7.3 P5.1 H5 E2.2 E5.1 C2.4 C3.2 P2.2 H2.3 H7.2
-- over: rounds
SELECT r.seq, r.session, r.round, wager_name(s.hand, s.bettor) AS who, s.step, outcome_name(s.outcome, s.premium) || ' ' || s.payout AS expected,
    outcome_name(s.verb, s.more) || ' ' || s.n AS recorded,
    'The stake is ' || s.stake || CASE WHEN s.whole > 2 * s.stake THEN ', tripled.' WHEN s.whole > s.stake THEN ', doubled.' ELSE '.' END AS detail
FROM settlement s JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE s.is_due AND s.is_recorded AND s.outcome = s.verb AND s.payout <> s.n AND (s.outcome <> verb('premium') OR s.premium = s.more)
