-- code: event-foreign
-- title: Every event belongs to the rules of the table
-- severity: error
-- clauses: G3 T1.2 G7 P1.4 B8.1 H4.3
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, '' AS who, e.step, 'an event of this rule set' AS expected, t.text AS recorded,
    'The rule set of this session has no such event, hand or person.' AS detail
FROM events e JOIN suspects s USING (code) JOIN texts t USING (code) JOIN rounds r USING (rnd) JOIN params p USING (session)
LEFT JOIN foreign_verbs f ON f.session = r.session AND f.verb = s.verb AND f.banker = s.banker
WHERE s.is_foreign OR f.session IS NOT NULL OR (s.timeout AND NOT p.live) OR (s.other_bettor AND p.table_bettors_per_box = 1 AND NOT p.table_onlookers)
