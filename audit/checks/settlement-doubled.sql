-- code: settlement-doubled
-- title: No hand is settled twice
-- severity: error
-- clauses: T6.2 T4.1
-- over: rounds
SELECT r.seq, r.session, r.round, s.hand AS who, s.step, 'one outcome' AS expected, s.outcomes || ' outcomes' AS recorded,
    'The hand is settled more than once.' AS detail
FROM (SELECT rnd, hand, bettor, max(step) AS step, count(*) AS outcomes FROM settled GROUP BY rnd, hand, bettor HAVING count(*) > 1) s JOIN rounds r USING (rnd)
