-- code: settlement-doubled
-- title: No hand is settled twice
-- severity: error
-- clauses: T6.2 T4.1
-- over: rounds
SELECT r.seq, r.session, r.round, s.hand AS who, max(s.step) AS step, 'one outcome' AS expected, count(*) || ' outcomes' AS recorded,
    'The hand is settled more than once.' AS detail
FROM settled s JOIN rounds r USING (rnd)
GROUP BY r.seq, r.session, r.round, s.hand HAVING count(*) > 1
