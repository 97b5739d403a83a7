-- code: surrender
-- title: Surrender is a first action on an unsplit hand, where the rules have it
-- severity: error
-- clauses: T1.2 G7
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, t.hand AS who, t.step, 'no surrender' AS expected, 'surrender' AS recorded,
    CASE WHEN p.surrender_offered = 'off' THEN 'The rules have no surrender.' WHEN t.depth > 0 THEN 'A split hand cannot surrender.'
        ELSE 'The hand had ' || t.count_before || ' cards.' END AS detail
FROM turns t JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE t.verb = verb('surrender') AND (p.surrender_offered = 'off' OR (p.surrender_offered = 'late' AND (t.depth > 0 OR t.count_before <> 2)))
