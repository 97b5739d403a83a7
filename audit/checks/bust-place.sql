-- code: bust-place
-- title: A bust is written only directly after the card that caused it, or in settlement where that card lay face down, or for two aces that make 22
-- severity: error
-- clauses: T4.1 T2.1 B4.1 C1.2
-- over: rounds
-- begun: yes
SELECT p.seq, p.session, p.round, s.hand AS who, s.step, 'a card over 21 just before' AS expected, 'bust' AS recorded,
    'The hand has ' || s.total_before || '.' AS detail
FROM settled s JOIN table_rules p USING (rnd)
WHERE s.verb = verb('bust') AND (s.total_before <= 21 OR (NOT (p.double_face_down AND s.doubled_before > 0)
    AND NOT (p.pack_ace = '11' AND s.count_before = 2 AND s.hand & 1023 = 0)
    AND (s.prev_hand <> s.hand OR s.prev_verb NOT IN (verb('hit'), verb('double'), verb('triple'), verb('draw'), verb('commission')))))
