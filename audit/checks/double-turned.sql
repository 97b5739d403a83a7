-- code: double-turned
-- title: A card doubled face down is turned once, after the dealer's play, and no other hand is
-- severity: error
-- clauses: B4.1 P3.3 G4
-- over: rounds
-- when: double_face_down
WITH doubled AS (
    SELECT rnd, hand FROM final_hands WHERE is_face_down
), turned AS (
    SELECT rnd, hand, max(step) AS step, count(*) AS turns FROM events WHERE verb = verb('turn') GROUP BY rnd, hand
)
SELECT r.seq, r.session, r.round, coalesce(d.hand, t.hand) AS who, t.step, CASE WHEN d.hand IS NULL THEN 'not turned' ELSE 'once' END AS expected,
    times(coalesce(t.turns, 0)) AS recorded,
    CASE WHEN d.hand IS NULL THEN 'No card of this hand was doubled face down.' ELSE 'The hand was doubled face down.' END AS detail
FROM doubled d FULL JOIN turned t ON t.rnd = d.rnd AND t.hand = d.hand JOIN rounds r ON r.rnd = coalesce(d.rnd, t.rnd) JOIN params p USING (session)
WHERE p.double_face_down AND coalesce(t.turns, 0) <> (d.hand IS NOT NULL)::INTEGER
