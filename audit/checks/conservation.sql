-- code: conservation
-- title: No money appears or vanishes: what one account gains another loses
-- severity: error
-- clauses: T6.2 FORMAT-4
-- over: rounds
SELECT r.seq, r.session, r.round, 'all' AS who, NULL AS step, a.before::VARCHAR AS expected, a.after::VARCHAR AS recorded,
    'The sum over all accounts changed.' AS detail
FROM (SELECT rnd, sum(before) AS before, sum(after) AS after FROM accounts GROUP BY rnd HAVING sum(before) <> sum(after)) a JOIN rounds r USING (rnd)
