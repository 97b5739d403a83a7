-- code: bust-at-once
-- title: A hand over 21 loses at once, directly after the card
-- severity: error
-- clauses: T4.1 T2.1
-- over: rounds
SELECT r.seq, r.session, r.round, e.hand AS who, e.step, 'bust 0 next' AS expected,
    CASE WHEN e.next_verb = 0 THEN 'nothing' ELSE trim(hand_name(e.next_hand) || ' ' || verb_name(e.next_verb)) END AS recorded,
    'The hand has ' || e.total_after || '.' AS detail
FROM events e JOIN rounds r USING (rnd)
WHERE e.verb IN (verb('hit'), verb('double'), verb('draw')) AND e.hand >> 10 < 15 AND e.total_after > 21
    AND (e.next_verb <> verb('bust') OR e.next_hand <> e.hand)
