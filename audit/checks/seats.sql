-- code: seats
-- title: Seats are numbered in order, with different names and a box of the table each, and the stack of the rules
-- severity: error
-- clauses: T1.1 T2.2 T2.3 E1.1 P1.1 P1.4
-- over: ledger
SELECT seq, session, NULL AS round, 's' || seat AS who, NULL AS step, expected, recorded, detail FROM (
    SELECT seq, session, seat, 'seat ' || nth AS expected, 'seat ' || seat AS recorded, 'Seats must be numbered 1, 2, … in order.' AS detail
    FROM seats WHERE seat <> nth
    UNION ALL
    SELECT b.seq, b.session, b.seat, 'another name', b.name, 'The name could be mistaken for that of seat ' || a.seat || '.'
    FROM (SELECT *, row_number() OVER alike AS copy FROM seats WINDOW alike AS (PARTITION BY session, folded ORDER BY nth)) b
    JOIN (SELECT session, folded, min(seat) AS seat FROM seats GROUP BY ALL) a USING (session, folded)
    WHERE b.copy > 1
    UNION ALL
    SELECT t.seq, t.session, t.seat, p.session_stack::VARCHAR, t.stack::VARCHAR, 'The stack is not that of the rules.'
    FROM seats t JOIN params p USING (session) WHERE t.stack <> p.session_stack
    UNION ALL
    SELECT t.seq, t.session, t.seat, '1 to ' || p.table_boxes_per_player || ' boxes', t.boxes || ' boxes', 'The seat has not the number of boxes that it may have.'
    FROM seats t JOIN params p USING (session) WHERE t.boxes < 1 OR t.boxes > p.table_boxes_per_player
    UNION ALL
    SELECT b.seq, b.session, b.seat, 'a box from 1 to ' || p.table_boxes, 'box ' || b.box, 'The table has no such box.'
    FROM seat_boxes b JOIN params p USING (session) WHERE b.box > p.table_boxes
    UNION ALL
    SELECT b.seq, b.session, b.seat, 'a free box', 'box ' || b.box, 'Another seat, or this one, has the box already.'
    FROM (SELECT *, row_number() OVER (PARTITION BY session, box ORDER BY seq, nth) AS copy FROM seat_boxes) b WHERE b.copy > 1
)
