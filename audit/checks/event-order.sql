-- code: event-order
-- title: Phases follow one another, and within each the order is fixed: dealing by pass and box, hands in turn, outcomes by hand
-- severity: error
-- clauses: G1 G3 T2.3 T4.1 T5.1
-- over: rounds
SELECT r.seq, r.session, r.round, e.hand AS who, e.step, 'an event whose turn it is' AS expected, t.text AS recorded,
    'This event stands after one that it should have come before, or stands there twice.' AS detail
FROM events e JOIN rounds r USING (rnd) JOIN texts t USING (code)
WHERE e."order" >= 0 AND e."order" < e.prev_order + e.once
