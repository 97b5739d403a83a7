-- code: bust-at-once
-- title: A hand over 21 loses at once, directly after the card and what is charged for it; a card doubled face down shows it only when it is turned
-- severity: error
-- clauses: T4.1 T2.1 C2.3 B3.2 B4.1 H3.2
-- over: rounds
SELECT r.seq, r.session, r.round, t.hand AS who, t.step, 'bust 0 next' AS expected,
    CASE WHEN t.next_verb = 0 THEN 'nothing' ELSE trim(hand_name(t.next_hand) || ' ' || verb_name(t.next_verb)) END AS recorded,
    'The hand has ' || t.total_after || '.' AS detail
FROM turns t JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE t.total_after > 21 AND t.verb IN (verb('hit'), verb('double'), verb('triple'), verb('draw')) AND (t.next_hand <> t.hand OR t.next_verb <> verb('bust') OR t.verb = verb('double'))
    AND NOT (t.verb = verb('double') AND p.double_face_down)
    AND NOT (p.table_irregularities <> 'off' AND t.next_hand = t.hand AND t.next_verb = verb('stand'))
    AND (t.next_hand <> t.hand
        OR t.next_verb <> CASE WHEN t.verb = verb('double') AND p.double_commission_for > 0 THEN verb('commission') ELSE verb('bust') END)
