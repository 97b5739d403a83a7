-- code: event-order
-- title: Phases follow one another, and within each the order is fixed: dealing by pass and box, hands in turn, outcomes by hand
-- severity: error
-- clauses: G1 G3 T2.3 T4.1 T5.1
-- over: rounds
SELECT r.seq, r.session, r.round, e.hand AS who, e.step, 'an event whose turn it is' AS expected, t.text AS recorded,
    'This event stands after one that it should have come before, or stands there twice.' AS detail
FROM events e JOIN rounds r USING (rnd) JOIN texts t USING (code)
WHERE e."order" >= 0 AND (e."order" < e.prev_order
    OR (e."order" = e.prev_order AND e.verb NOT IN (
        verb('out'), verb('leave'), verb('shuffle'), verb('bet'), verb('hit'), verb('stand'), verb('double'), verb('split'), verb('draw'), verb('surrender'),
        verb('triple'), verb('commission'), verb('follow'), verb('stay'), verb('premium'), verb('gift'), verb('withdraw'), verb('bid'), verb('pass'),
        verb('pays'), verb('lot'), verb('lot card'), verb('auction'), verb('keep'), verb('yield'), verb('accept bank'), verb('decline bank'), verb('bank'),
        verb('announce'), verb('raise'), verb('decline raise'), verb('redouble'), verb('decline redouble'))))
