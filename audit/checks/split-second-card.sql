-- code: split-second-card
-- title: A split hand gets one second card, when its turn comes or at once as the rules say, before anything is decided on it
-- severity: error
-- clauses: T5.1 E6.1 C3.1 B4.2 H7.1
-- over: rounds
SELECT r.seq, r.session, r.round, t.hand AS who, t.step,
    CASE WHEN t.verb = verb('draw') THEN 'a second card for a split hand only, when it is due' ELSE 'a second card first' END AS expected,
    verb_name(t.verb) AS recorded, 'The hand had ' || t.count_before || ' cards.' AS detail
FROM turns t JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE (t.verb = verb('draw') OR t.count_before = 1)
    AND (t.verb <> verb('draw') OR t.depth = 0 OR t.count_before <> 1 OR (p.split_second_card = 'at-once' AND NOT t.after_split))
