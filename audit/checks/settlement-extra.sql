-- code: settlement-extra
-- title: Nothing is settled that was not played: no hand that was not dealt, or was split
-- severity: error
-- clauses: T6.2 T5.1
-- over: rounds
SELECT r.seq, r.session, r.round, s.hand AS who, s.step, 'no outcome' AS expected, outcome_name(s.verb, s.more) || ' ' || s.n AS recorded,
    'There is no such hand to settle.' AS detail
FROM settlement s JOIN table_rules r USING (rnd)
WHERE NOT s.is_due AND r.deals = 1 AND r.holes = (r.deal_pattern <> 'no-hole')::INTEGER
