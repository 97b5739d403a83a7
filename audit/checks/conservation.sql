-- code: conservation
-- title: No money appears or vanishes: what one account gains another loses
-- severity: error
-- clauses: T6.2 FORMAT-4
-- over: rounds
-- begun: yes
SELECT p.seq, p.session, p.round, 'all' AS who, NULL AS step, p.before_sum::VARCHAR AS expected, p.after_sum::VARCHAR AS recorded,
    'The sum over all accounts changed.' AS detail
FROM table_rules p WHERE p.before_sum <> p.after_sum
