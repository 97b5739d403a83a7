-- code: gift
-- title: Three sevens get the gift that was agreed on, once, directly after what ended the hand
-- severity: error
-- clauses: C3.7
-- over: rounds
-- when: premiums_sevens_gift <> ''
WITH due AS (
    SELECT f.rnd, f.hand, h.last_step FROM final_hands f JOIN hands h USING (rnd, hand) WHERE f.is_three_sevens
), given AS (
    SELECT rnd, hand, max(step) AS step, count(*) AS gifts, bool_and(prev_hand = hand AND prev_verb IN
        (verb('hit'), verb('double'), verb('commission'), verb('open'), verb('turn'))) AS is_after
    FROM beside WHERE verb = verb('gift') GROUP BY rnd, hand
)
SELECT r.seq, r.session, r.round, coalesce(d.hand, g.hand) AS who, coalesce(g.step, d.last_step) AS step,
    CASE WHEN d.hand IS NULL THEN 'no gift' ELSE 'one gift, directly after the hand ended' END AS expected, times(coalesce(g.gifts, 0)) AS recorded,
    CASE WHEN d.hand IS NULL THEN 'The hand is not three sevens.' ELSE 'The hand is three sevens.' END AS detail
FROM due d FULL JOIN given g ON g.rnd = d.rnd AND g.hand = d.hand JOIN rounds r ON r.rnd = coalesce(d.rnd, g.rnd) JOIN params p USING (session)
WHERE p.premiums_sevens_gift <> '' AND (coalesce(g.gifts, 0) <> (d.hand IS NOT NULL)::INTEGER OR NOT g.is_after)
