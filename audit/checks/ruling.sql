-- code: ruling
-- title: A ruling stands directly after the choice that it is about, and names its record, which is about this round and stands before it
-- severity: error
-- clauses: P1.1 FORMAT-9
-- over: rounds
-- when: table_rulings
-- begun: yes
WITH cited AS (
    SELECT r.seq, r.session, r.round, r.rnd, e.step, e.n, e.prev_verb, e.prev_hand, row_number() OVER (PARTITION BY r.session, e.n ORDER BY r.seq, e.step) AS nth
    FROM events e JOIN rounds r USING (rnd) WHERE e.verb = verb('ruling')
)
SELECT c.seq, c.session, c.round, 'D' AS who, c.step, 'a ruling about round ' || c.round || ', before it' AS expected,
    CASE WHEN u.seq IS NULL THEN 'no ruling' WHEN c.nth > 1 THEN 'one that was named already' ELSE 'one about round ' || u.about END AS recorded,
    'Line ' || c.n || ' is not the ruling that is meant.' AS detail
FROM cited c LEFT JOIN rulings u ON u.session = c.session AND u.seq = c.n WHERE u.seq IS NULL OR u.about <> c.round OR u.seq >= c.seq OR c.nth > 1
UNION ALL
SELECT c.seq, c.session, c.round, 'D', c.step, 'a choice after an error of dealing just before', trim(hand_name(c.prev_hand) || ' ' || verb_name(c.prev_verb)),
    'There is nothing to rule on here.'
FROM cited c WHERE c.prev_verb NOT IN (verb('late'), verb('toss'), verb('both'), verb('take'), verb('refuse'))
    AND NOT (c.prev_verb = verb('keep') AND c.prev_hand >> 10 < 15)
    AND NOT (c.prev_verb = verb('sit') AND EXISTS (FROM events m WHERE m.rnd = c.rnd AND m.hand = c.prev_hand AND m.step < c.step AND m.verb IN (verb('missed'), verb('exposed'))))
UNION ALL
SELECT r.seq, r.session, r.round, 'D', NULL, 'its ruling of line ' || u.seq, 'none', 'The ruling was made in this round, and the round does not name it.'
FROM rounds r JOIN rulings u ON u.session = r.session AND u.about = r.round AND u.seq < r.seq ANTI JOIN cited c ON c.rnd = r.rnd AND c.n = u.seq
