-- code: event-foreign
-- title: Every event belongs to the rules of the table
-- severity: error
-- clauses: G3 T1.2
-- over: rounds
SELECT r.seq, r.session, r.round, '' AS who, e.step, 'an event of this rule set' AS expected, t.text AS recorded,
    'The rule set of this session has no such event, hand or person.' AS detail
FROM events e JOIN rounds r USING (rnd) JOIN texts t USING (code)
WHERE e.verb = verb('other')
