-- when: table_irregularities <> 'off' OR double_triple OR double_face_down OR natural_pair_of_aces OR natural_five_pictures OR natural_suited_pays_for > 0 OR premiums_sevens_gift <> '' OR greatest(premiums_five_cards_for, premiums_six_cards_for, premiums_sevens_for, premiums_six_seven_eight_for) > 0
-- C3.3: a tripled stake; C3.6: claimed aces; C3.7: the gift; C3.8: a natural of one suit; C4.1: five pictures, if they earn no premium (G4);
-- B5.6: a hand that stood on more than 21; B7, H5: which hands have earned a premium, and its kind: the number of cards, 777 or 678. A double that lies face down is live until it is turned (B4.1).
CREATE OR REPLACE TEMP TABLE special_hands AS FROM final_hands;
UPDATE special_hands SET whole = n.whole, is_claimed = n.is_claimed, is_face_down = n.is_face_down, is_three_sevens = n.is_three_sevens,
    has_one_suit = n.has_one_suit, is_pictures = n.is_pictures, premium = n.premium, is_overstood = n.is_overstood,
    is_live = n.is_face_down OR n.is_overstood OR (special_hands.is_live AND NOT n.is_claimed AND n.premium = 0)
FROM (
    SELECT h.rnd, h.hand, h.stake * CASE WHEN p.double_triple AND h.tripled > 0 AND h.doubled > 0 THEN 3 WHEN h.doubled > 0 THEN 2 ELSE 1 END AS whole,
        p.natural_pair_of_aces AND h.claimed > 0 AS is_claimed, p.double_face_down AND h.doubled > 0 AS is_face_down, h.cards = 3 AND h.marks = 300 AS is_three_sevens,
        p.natural_suited_pays_for > 0 AND h.two_total = 21 AND h.depth = 0 AND is_suited(h.first, h.second, p.natural_suited_rank) AS has_one_suit,
        h.overstood > 0 AND p.table_irregularities <> 'off' AS is_overstood,
        CASE WHEN h.cards < 3 OR h.total > 21 THEN 0
            WHEN h.cards = 3 AND h.marks = 300 AND p.premiums_sevens_for > 0 THEN 777
            WHEN h.cards = 3 AND h.marks = 10101 AND p.premiums_six_seven_eight_for > 0 THEN 678
            WHEN h.cards = 5 AND p.premiums_five_cards_for > 0 THEN 5
            WHEN h.cards > 5 AND p.premiums_five_cards_for + p.premiums_six_cards_for > 0 THEN h.cards
            ELSE 0 END AS premium,
        p.natural_five_pictures AND h.depth = 0 AND h.cards = 5 AND h.marks = 5000000 AND h.total <= 21 AND premium = 0 AS is_pictures
    FROM hands h JOIN rounds r USING (rnd) JOIN params p USING (session)
    WHERE h.splits = 0 AND (h.overstood > 0 OR h.tripled > 0 OR h.claimed > 0 OR h.cards >= 5 OR h.marks IN (300, 10101) OR h.two_total = 21 OR (p.double_face_down AND h.doubled > 0))
) n WHERE special_hands.rnd = n.rnd AND special_hands.hand = n.hand;
CREATE OR REPLACE TEMP VIEW final_hands AS FROM special_hands;
