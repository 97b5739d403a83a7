-- code: double
-- title: Doubling is for first two cards, as the rules allow it
-- severity: error
-- clauses: T4.2 E5.1 E6.1 C3.2 B4.1 H7.1 H7.2
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, t.hand AS who, t.step, 'no double' AS expected, 'double' AS recorded,
    CASE WHEN p.double_offered = 'off' THEN 'The rules have no double.' WHEN t.count_before <> 2 THEN 'The hand had ' || t.count_before || ' cards.'
        WHEN t.depth > 0 AND NOT p.double_after_split THEN 'The rules have no double after a split.'
        ELSE 'The hand had ' || t.total_before || ', which may not be doubled.' END AS detail
FROM turns t JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE t.verb = verb('double') AND (p.double_offered = 'off' OR t.count_before <> 2 OR (t.depth > 0 AND NOT p.double_after_split)
    OR (p.double_offered = 'totals' AND (p.double_totals >> t.total_before::BIGINT) & 1 = 0))
