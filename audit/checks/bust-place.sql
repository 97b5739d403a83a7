-- code: bust-place
-- title: A bust is written only directly after the card that caused it, or in settlement where that card lay face down, or for two aces that make 22; another bettor's, directly after the owner's
-- severity: error
-- clauses: T4.1 T2.1 B4.1 C1.2 P1.4 B8.1
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, wager_name(s.hand, s.bettor) AS who, s.step,
    CASE WHEN s.bettor > 0 THEN 'the owner''s bust just before' ELSE 'a card over 21 just before' END AS expected, 'bust' AS recorded,
    'The hand has ' || s.total_before || '.' AS detail
FROM settled s JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE s.verb = verb('bust') AND (s.total_before <= 21 OR (NOT (p.double_face_down AND s.doubled_before > 0)
    AND NOT (p.pack_ace = '11' AND s.count_before = 2 AND s.is_whole)
    AND (s.prev_hand <> s.hand OR CASE WHEN s.bettor > 0 THEN s.prev_verb <> verb('bust') OR s.prev_bettor >= s.bettor
        ELSE s.prev_verb NOT IN (verb('hit'), verb('double'), verb('triple'), verb('draw'), verb('commission')) END)))
