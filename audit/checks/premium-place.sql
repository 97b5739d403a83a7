-- code: premium-place
-- title: A premium stands directly after what ended its hand; of a card doubled face down, after that is turned
-- severity: error
-- clauses: G4 B7.1 B7.2 B7.3 H5 C3.7
-- over: rounds
-- when: greatest(premiums_five_cards_for, premiums_six_cards_for, premiums_sevens_for, premiums_six_seven_eight_for) > 0
SELECT r.seq, r.session, r.round, s.hand AS who, s.step,
    CASE WHEN p.double_face_down AND s.doubled_before > 0 THEN 'its turn just before' ELSE 'what ended the hand just before' END AS expected,
    trim(hand_name(s.prev_hand) || ' ' || verb_name(s.prev_verb)) || ' before it' AS recorded, 'A premium is claimed when the hand ends.' AS detail
FROM settled s JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE s.verb = verb('premium') AND (s.prev_hand <> s.hand OR CASE WHEN p.double_face_down AND s.doubled_before > 0
    THEN s.prev_verb NOT IN (verb('turn'), verb('premium'))
    ELSE s.prev_verb NOT IN (verb('stand'), verb('hit'), verb('double'), verb('triple'), verb('commission'), verb('open'), verb('premium')) END)
