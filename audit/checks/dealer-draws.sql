-- code: dealer-draws
-- title: The dealer draws only below 17 (soft 17 as the rules say), and only while a live ordinary hand depends on it
-- severity: error
-- clauses: T6.1 G5 T2.1
-- over: rounds
SELECT p.seq, p.session, p.round, 'D' AS who, d.step, 'no card' AS expected, 'a card' AS recorded,
    CASE WHEN l.live = 0 THEN 'No hand depends on the dealer any more.'
        ELSE 'The dealer had ' || CASE WHEN d.soft_before THEN 'soft ' ELSE '' END || d.total_before || '.' END AS detail
FROM draws d JOIN table_rules p USING (rnd) JOIN living l USING (rnd)
WHERE l.live = 0 OR NOT must_draw(d.total_before, d.soft_before, p.banker_soft17)
