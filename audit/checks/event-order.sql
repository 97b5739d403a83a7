-- code: event-order
-- title: Phases follow one another, and within each the order is fixed: dealing by pass and box, hands in turn, outcomes by hand
-- severity: error
-- clauses: G1 G3 T2.3 T4.1 T5.1 G7 E2.2 E6.1 C2.2 C3.1 C3.6 C4.1 B2.2 B3.1 B4.1 P3.1 P3.2 P3.3 H3.1 B5.1
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, e.hand AS who, e.step, 'an event whose turn it is' AS expected, t.text AS recorded,
    'This event stands after one that it should have come before, or stands there twice.' AS detail
FROM events e JOIN texts t USING (code) JOIN rounds r USING (rnd)
WHERE e."order" < e.least
