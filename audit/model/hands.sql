-- T3.1, T5.4: which final hands are naturals, and which of them are paid before the dealer plays; G5: which hands are live and ordinary, so that the dealer's draws matter
-- to them; which of them nobody has decided on. What only some rules know is filled in by `special`.
CREATE OR REPLACE TEMP TABLE plain_hands AS
SELECT h.rnd, h.hand, h.depth, h.stake, h.total, h.surrendered, h.evened,
    h.two_total = 21 AND h.cards = 2 AND (h.depth = 0 OR p.natural_after_split) AS is_natural,
    is_natural AND h.depth = 0 AND NOT r.naturals_wait AND r.two_total <> 21 AS is_paid_early,
    h.stake * CASE WHEN h.doubled > 0 THEN 2 ELSE 1 END AS whole,
    h.total <= 21 AND h.surrendered + h.evened = 0 AND NOT is_natural AS is_live,
    h.total < 21 AND h.cards >= 2 AND h.stood + h.doubled + h.surrendered + h.evened = 0 AS is_undecided
FROM hands h JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE h.splits = 0 AND h.cards > 0 AND h.stake > 0;

CREATE OR REPLACE TEMP VIEW final_hands AS
SELECT *, false AS is_claimed, false AS is_face_down, false AS is_three_sevens, false AS has_one_suit, false AS is_pictures, false AS is_overstood, 0 AS premium
FROM plain_hands;

-- Who has a stake on which final hand: its owner (bettor 0), and by `others` the other bettors.
CREATE OR REPLACE TEMP VIEW held AS SELECT *, 0::UTINYINT AS bettor FROM final_hands;
