-- code: conservation
-- title: No money appears or vanishes: what one account gains another loses
-- severity: error
-- clauses: T6.2 FORMAT-4
-- over: rounds
SELECT r.seq, r.session, r.round, 'all' AS who, NULL AS step, sum(a.before)::VARCHAR AS expected, sum(a.after)::VARCHAR AS recorded,
    'The sum over all accounts changed.' AS detail
FROM accounts a JOIN rounds r USING (rnd)
GROUP BY r.seq, r.session, r.round HAVING sum(a.before) <> sum(a.after)
