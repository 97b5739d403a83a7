-- code: shoe-cut
-- title: A new shoe is cut once where the rules have it, by the player to the banker's left, where the cut's own stream or the hand says
-- severity: error
-- clauses: C1.3 B2.1 P1.2 H1.2 FORMAT-7
-- over: rounds
-- when: shoe_cut <> 'none' OR shoe_burn > 0 OR shoe_joker
-- begun: yes
SELECT r.seq, r.session, r.round, 's' || r.cutter AS who, u.step,
    CASE WHEN p.shoe_cut = 'none' OR u.drawn THEN 'no cut' WHEN u.cuts <> 1 THEN 'one cut by s' || r.cutter
        WHEN u.cutter <> r.cutter THEN 's' || r.cutter || ' cuts' WHEN u.cut >= u.pack THEN 'a number below ' || u.pack ELSE 'cut ' || u.due_cut END AS expected,
    CASE WHEN u.cuts = 0 THEN 'no cut' ELSE 's' || u.cutter || ' cut ' || u.cut || CASE WHEN u.cuts > 1 THEN ', ' || u.cuts || ' cuts' ELSE '' END END AS recorded,
    'Shoe ' || u."index" || ' was not cut as it must be.' AS detail
FROM runs u JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE u.fresh > 0 AND ((u.cuts <> (p.shoe_cut <> 'none' AND NOT u.drawn)::INTEGER AND NOT (r.is_void AND u.is_last AND u.count = 0 AND u.cuts = 0))
    OR (u.cuts > 0 AND (u.cutter <> r.cutter OR u.cut >= u.pack OR (p.shoe_cut = 'stream' AND u.due_cut >= 0 AND u.due_cut <> u.cut))))
UNION ALL
SELECT r.seq, r.session, r.round, CASE WHEN y.seat > 0 THEN 's' || y.seat ELSE 'D' END, y.step, 'shuffle, cut, joker, burn, in this order', verb_name(y.verb),
    'This does not follow a shuffle.'
FROM ready y JOIN rounds r USING (rnd) WHERE NOT y.in_place
