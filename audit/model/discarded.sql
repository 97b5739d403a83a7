-- when: banker_play = 'free'
-- B3.3: where every hand is bust, a banker who plays freely lays the hole card away unseen.
UPDATE living SET all_bust = true FROM (
    SELECT rnd FROM final_hands GROUP BY rnd HAVING bool_and(total > 21 AND NOT is_face_down AND NOT is_claimed)
) b WHERE living.rnd = b.rnd;
