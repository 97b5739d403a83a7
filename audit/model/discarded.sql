-- when: banker_play = 'free'
-- B3.3: where every hand is bust, a banker who plays freely lays the hole card away unseen, but not a natural that a peek has shown (T3.3), nor a card that an insurance waits for.
UPDATE living SET all_bust = true FROM (
    SELECT rnd FROM final_hands h JOIN rounds r USING (rnd) JOIN params p USING (session)
    WHERE p.banker_play = 'free' AND NOT r.is_natural_peeked GROUP BY rnd HAVING bool_and(h.total > 21 AND NOT h.is_face_down AND NOT h.is_claimed AND NOT h.is_overstood)
) b WHERE living.rnd = b.rnd AND NOT EXISTS (FROM wagers w JOIN rounds r USING (rnd) JOIN params p USING (session) WHERE w.rnd = b.rnd AND w.insures > 0 AND p.peek_when <> 'ten-or-ace');
