-- code: settlement-missing
-- title: Every hand is settled, for everyone with a stake on it
-- severity: error
-- clauses: T6.2 T4.1 P1.4 B8.1
-- over: rounds
SELECT r.seq, r.session, r.round, wager_name(s.hand, s.bettor) AS who, NULL AS step, outcome_name(s.outcome, s.premium) || ' ' || s.payout AS expected, 'no outcome' AS recorded,
    'The hand was dealt and never settled.' AS detail
FROM settlement s JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE s.is_due AND NOT s.is_recorded
