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
    SELECT t.seq, t.session, t.seat, CASE WHEN t.bets_only THEN '0 to ' ELSE '1 to ' END || t.most || ' boxes', t.boxes || ' boxes',
        'The seat has not the number of boxes that it may have.'
    FROM (SELECT t.*, p.table_onlookers OR p.table_bettors_per_box > 1 AS bets_only, CASE p.bank_holder WHEN 'player' THEN 1 ELSE p.table_boxes_per_player END AS most
        FROM seats t JOIN params p USING (session)) t WHERE (t.boxes < 1 AND NOT t.bets_only) OR t.boxes > t.most
    UNION ALL
    SELECT b.seq, b.session, b.seat, 'a box from 1 to ' || p.table_boxes, 'box ' || b.box, 'The table has no such box.'
    FROM seat_boxes b JOIN params p USING (session) WHERE b.box > p.table_boxes AND p.bank_holder = 'house'
    UNION ALL
    SELECT b.seq, b.session, b.seat, 'places from 1 on, without a gap, and a box for all but the banker', 'place ' || b.box, 'Round a private table of ' || c.people || ' no such place is left.'
    FROM seat_boxes b JOIN params p USING (session) JOIN (SELECT session, count(*) AS people FROM seat_boxes GROUP BY session) c USING (session)
    WHERE p.bank_holder = 'player' AND (b.box > c.people OR b.box > p.table_boxes + 1)
    UNION ALL
    SELECT b.seq, b.session, b.seat, 'boxes rising', 'box ' || b.box || ' after box ' || b.box_before, 'The list of boxes is not in order.'
    FROM seat_boxes b WHERE b.box <= b.box_before
    UNION ALL
    SELECT b.seq, b.session, b.seat, 'a free box', 'box ' || b.box, 'Another seat, or this one, has the box already.'
    FROM (SELECT *, row_number() OVER (PARTITION BY session, box ORDER BY seq, nth) AS copy FROM seat_boxes) b WHERE b.copy > 1
)
