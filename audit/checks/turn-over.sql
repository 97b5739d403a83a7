-- code: turn-over
-- title: Nothing is decided on a hand that does not exist or has ended: 21 and more, stood, doubled, split, settled, or no card left
-- severity: error
-- clauses: T4.1 T4.2 T2.1 G6
-- over: rounds
SELECT r.seq, r.session, r.round, t.hand AS who, t.step, 'no more on this hand' AS expected, verb_name(t.verb) AS recorded,
    CASE WHEN t.count_before = 0 THEN 'There is no such hand.' WHEN t.closed_before > 0 THEN 'The hand had ended before.'
        WHEN t.total_before >= 21 THEN 'The hand had ended with ' || t.total_before || '.'
        ELSE 'No card was left: every hand stood as it was.' END AS detail
FROM turns t JOIN rounds r USING (rnd)
WHERE t.count_before = 0 OR t.closed_before > 0 OR t.total_before >= 21 OR t.stock <= 0
