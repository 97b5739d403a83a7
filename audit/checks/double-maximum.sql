-- code: double-maximum
-- title: A doubled or tripled stake is not above the maximum, where the rules hold it to that
-- severity: error
-- clauses: B4.1
-- over: rounds
-- when: NOT double_beyond_maximum
SELECT r.seq, r.session, r.round, t.hand AS who, t.step, 'at most ' || b.maximum AS expected,
    (t.stake * (2 + t.doubled_before))::VARCHAR AS recorded, 'The stake is ' || t.stake || '.' AS detail
FROM turns t JOIN rounds r USING (rnd) JOIN params p USING (session) JOIN boxes b ON b.rnd = t.rnd AND b.box = t.hand >> 10 AND b.side = 0
WHERE NOT p.double_beyond_maximum AND t.verb IN (verb('double'), verb('triple')) AND t.stake * (2 + t.doubled_before) > b.maximum
