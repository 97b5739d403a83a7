-- code: bust-at-once
-- title: A hand over 21 loses at once, directly after the card and what is charged for it; a card doubled face down shows it only when it is turned
-- severity: error
-- clauses: T4.1 T2.1 C2.3 B3.2 B4.1 H3.2
-- over: rounds
SELECT r.seq, r.session, r.round, e.hand AS who, e.step, 'bust 0 next' AS expected,
    CASE WHEN e.next_verb = 0 THEN 'nothing' ELSE trim(hand_name(e.next_hand) || ' ' || verb_name(e.next_verb)) END AS recorded,
    'The hand has ' || e.total_after || '.' AS detail
FROM events e JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE e.verb IN (verb('hit'), verb('double'), verb('triple'), verb('draw')) AND e.hand >> 10 < 15 AND e.total_after > 21
    AND NOT (e.verb = verb('double') AND p.double_face_down)
    AND (e.next_hand <> e.hand
        OR e.next_verb <> CASE WHEN e.verb = verb('double') AND p.double_commission_for > 0 THEN verb('commission') ELSE verb('bust') END)
