-- code: turn-over
-- title: Nothing is decided on a hand that does not exist or has ended: 21 and more, stood, doubled, split, settled, full, or no card left
-- severity: error
-- clauses: T4.1 T4.2 T2.1 G6 E6.3 B3.2 H3.2 C3.3 C3.9 C4.1 H7.2 B5.6
-- over: rounds
SELECT r.seq, r.session, r.round, t.hand AS who, t.step, 'no more on this hand' AS expected, verb_name(t.verb) AS recorded,
    CASE WHEN t.count_before = 0 THEN 'There is no such hand.' WHEN t.closed_before > 0 AND t.total_before < 21 THEN 'The hand had ended before.'
        WHEN t.total_before >= 21 THEN 'The hand had ended with ' || t.total_before || '.'
        WHEN t.stock <= 0 THEN 'No card was left: every hand stood as it was.'
        ELSE 'The hand had ended with ' || t.count_before || ' cards.' END AS detail
FROM turns t JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE (t.count_before NOT BETWEEN 1 AND 4 OR t.total_before >= 21 OR t.stock <= 0 OR t.closed_before > 0)  -- what may be over at all, before it is joined
    AND (t.count_before = 0 OR (t.stock <= 0 AND NOT (t.verb = verb('surrender') AND p.surrender_offered IN ('early', 'early-not-ace'))) OR (t.total_before >= 21 AND NOT (t.hides AND t.count_before > 2 AND p.table_irregularities <> 'off'))
        OR t.closed_before > (p.double_triple AND t.doubled_before = 1 AND t.verb IN (verb('triple'), verb('stand')))::INTEGER
        OR (p.hand_card_limit > 0 AND t.count_before >= p.hand_card_limit AND NOT t.hides)
        OR (p.natural_five_pictures AND t.depth = 0 AND t.count_before = 5 AND t.pictures_before = 5))
