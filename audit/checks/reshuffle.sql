-- code: reshuffle
-- title: A shoe is shuffled only when one is due, or by the dealer's own will where the rules have it; discards only where a card is due and none is left
-- severity: error
-- clauses: G6 T7.2 B2.1 B6.2 H1.3 P1.2 FORMAT-7 FORMAT-8
-- over: rounds
-- begun: yes
-- A round may be broken off while somebody is asked where to cut the discards for the card that is due.
SELECT r.seq, r.session, r.round, 'D' AS who, u.step,
    CASE WHEN u.fresh = 1 THEN 'one shuffle, before the round''s first card' ELSE 'a reshuffle by the next seed, once the shoe is empty, directly before the card' END AS expected,
    CASE WHEN u.fresh = 1 THEN 'shuffle ' ELSE 'reshuffle ' END || u."index" AS recorded,
    CASE WHEN u.nth = 1 THEN 'No shoe was in use.'
        WHEN u."index" <> u.index_before + 1 THEN 'Shoe ' || u.index_before || ' was the one before.'
        WHEN u.fresh = 1 AND u.unused_before AND u.fresh_before = 0 THEN 'The shoe in use goes on: the rules have no reshuffle of the dealer''s own will.'
        WHEN u.left_before > 0 THEN u.left_before || ' cards were still left in the shoe.'
        ELSE 'No card was due here: the next event is none.' END AS detail
FROM runs u JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE (u.fresh = 1 AND u.nth > 1 AND NOT (u."index" = u.index_before + 1 AND (
        u.drawn_before OR (u.fresh_before = 0 AND u.unused_before AND (u.drawn OR p.shoe_voluntary))
        OR (u.fresh_before = 1 AND u.ace_before >= 0 AND u.ace_before + 1 = u.shuffle))))
    OR (u.fresh = 2 AND NOT (u.nth > 1 AND u."index" = u.index_before + 1 AND (u.at_card OR u.ace >= 0 OR (r.is_void AND p.shoe_cut = 'hand' AND u.step = r.events - 1))
        AND (u.left_before = 0 OR (u.fresh_before = 2 AND u.ace_before >= 0 AND u.ace_before + 1 = u.shuffle))))
