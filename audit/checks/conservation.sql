-- code: conservation
-- title: No money appears or vanishes: what one account gains another loses
-- severity: error
-- clauses: T6.2 FORMAT-4
-- over: rounds
-- begun: yes
SELECT seq, session, round, 'all' AS who, NULL AS step, before_sum::VARCHAR AS expected, after_sum::VARCHAR AS recorded,
    'The sum over all accounts changed.' AS detail
FROM rounds WHERE before_sum <> after_sum
