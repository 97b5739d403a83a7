-- code: settlement-doubled
-- title: No hand is settled twice for anybody
-- severity: error
-- clauses: T6.2 T4.1
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, wager_name(s.hand, s.bettor) AS who, s.step, 'one outcome' AS expected, s.outcomes || ' outcomes' AS recorded,
    'The hand is settled more than once.' AS detail
FROM (
    SELECT s.rnd, s.hand, 0 AS bettor, max(s.step) AS step, count(*) AS outcomes
    FROM hands h JOIN settled s ON s.rnd = h.rnd AND s.hand = h.hand AND s.bettor = 0
    WHERE h.closed - h.stood - h.doubled - h.tripled - h.splits - h.claimed > 1 GROUP BY ALL
    UNION ALL
    SELECT rnd, hand, bettor, max(step), count(*) FROM settled WHERE bettor > 0 GROUP BY rnd, hand, bettor HAVING count(*) > 1
) s JOIN rounds r USING (rnd)
