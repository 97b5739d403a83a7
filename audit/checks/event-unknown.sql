-- code: event-unknown
-- title: Every event of a log is of the grammar
-- severity: error
-- clauses: FORMAT-8
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, '' AS who, e.step, 'an event of FORMAT §8' AS expected, t.text AS recorded,
    'This event cannot be read; what it means for the round is not known.' AS detail
FROM events e JOIN texts t USING (code) JOIN rounds r USING (rnd)
WHERE e.verb = verb('unknown')
