-- code: reshuffle
-- title: Discards are shuffled only when a card is due and the shoe has none left
-- severity: error
-- clauses: G6 T7.2 FORMAT-8
-- over: rounds
SELECT r.seq, r.session, r.round, 'D' AS who, e.step,
    CASE WHEN u.fresh = 1 THEN 'one shuffle, before the round''s first card' ELSE 'a reshuffle by the next seed, once the shoe is empty, directly before the card' END AS expected,
    CASE WHEN u.fresh = 1 THEN 'shuffle ' ELSE 'reshuffle ' END || u."index" AS recorded,
    CASE WHEN u.nth = 1 THEN 'No shoe was in use.'
        WHEN u.left_before > 0 THEN u.left_before || ' cards were still left in the shoe.'
        WHEN u.fresh = 2 AND NOT u.at_card THEN 'No card was due here: the next event is none.'
        ELSE 'Shoe ' || u.index_before || ' was the one before.' END AS detail
FROM runs u JOIN rounds r USING (rnd) JOIN events e ON e.event = u.shuffle
WHERE (u.fresh = 1 AND u.nth > 1)
    OR (u.fresh = 2 AND (u.nth = 1 OR u.left_before <> 0 OR u."index" <> u.index_before + 1 OR u.count = 0 OR NOT u.at_card))
