-- code: bust-place
-- title: A bust is written only directly after the card that caused it
-- severity: error
-- clauses: T4.1 T2.1
-- over: rounds
SELECT r.seq, r.session, r.round, s.hand AS who, s.step, 'a card over 21 just before' AS expected, 'bust' AS recorded,
    'The hand has ' || s.total_before || '.' AS detail
FROM settled s JOIN rounds r USING (rnd)
WHERE s.verb = verb('bust') AND (s.prev_hand <> s.hand OR s.prev_verb NOT IN (verb('hit'), verb('double'), verb('draw')) OR s.total_before <= 21)
