-- code: conservation
-- title: No money appears or vanishes: what one account gains another loses
-- severity: error
-- clauses: T6.2 FORMAT-4
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, 'all' AS who, NULL AS step, r.before_sum::VARCHAR AS expected, r.after_sum::VARCHAR AS recorded,
    'The sum over all accounts changed.' AS detail
FROM rounds r JOIN params p USING (session) WHERE r.before_sum <> r.after_sum
