-- A round with the rule set that it was played under. A peek that shows a natural ends it (T3.3); without one everybody plays first (P2.2).
CREATE OR REPLACE TEMP TABLE table_rules AS
SELECT r.*, s.step, s.least, p.* EXCLUDE (session), p.peek_when = 'ten-or-ace' AND r.two_total = 21 AS is_natural_peeked,
    p.peek_when <> 'ten-or-ace' AND can_make_natural(r.up_points, p.pack_ace) AS naturals_wait,
    p.natural_pair_of_aces AND r.two_aces AS is_pair_of_aces, p.natural_five_pictures AND r.dealer_cards = 5 AND r.dealer_pictures = 5 AS is_five_pictures
FROM rounds r JOIN params p USING (session) JOIN steps s USING (session);

-- T3.1, T5.4: which final hands are naturals; C4.1: which are five pictures; B7, H5: which have earned a premium, and its kind; G5: which are live and ordinary, so that the
-- dealer's draws matter to them. A double that lies face down is live until it is turned (B4.1).
CREATE OR REPLACE TEMP TABLE final_hands AS
SELECT h.rnd, h.hand, h.box, h.seat, h.depth, h.stake, h.first, h.second, h.cards, h.total, h.soft, h.last_step, h.stood, h.doubled, h.tripled, h.surrendered, h.evened,
    h.claimed > 0 AS is_claimed,
    h.two_total = 21 AND h.cards = 2 AND (h.depth = 0 OR p.natural_after_split) AS is_natural,
    p.double_face_down AND h.doubled > 0 AS is_face_down,
    CASE WHEN h.cards < 3 OR h.total > 21 THEN 0
        WHEN h.cards = 3 AND h.marks = 300 AND p.premiums_sevens_for > 0 THEN 777
        WHEN h.cards = 3 AND h.marks = 10101 AND p.premiums_six_seven_eight_for > 0 THEN 678
        WHEN h.cards = 5 AND p.premiums_five_cards_for > 0 THEN 5
        WHEN h.cards > 5 AND p.premiums_five_cards_for + p.premiums_six_cards_for > 0 THEN h.cards
        ELSE 0 END AS premium,
    h.cards = 3 AND h.marks = 300 AS is_three_sevens,
    is_natural AND h.depth = 0 AND p.natural_suited_pays_for > 0 AND is_suited(h.first, h.second, p.natural_suited_rank) AS has_one_suit,
    is_natural AND h.depth = 0 AND NOT p.naturals_wait AND p.two_total <> 21 AS is_paid_early,
    p.natural_five_pictures AND h.depth = 0 AND h.cards = 5 AND h.marks = 5000000 AND h.total <= 21 AND premium = 0 AS is_pictures,
    h.stake * CASE WHEN h.doubled > 0 THEN CASE WHEN h.tripled > 0 THEN 3 ELSE 2 END ELSE 1 END AS whole,
    is_face_down OR (h.total <= 21 AND h.surrendered + h.evened = 0 AND NOT is_natural AND NOT is_claimed AND premium = 0) AS is_live
FROM hands h JOIN table_rules p USING (rnd)
WHERE h.splits = 0 AND h.cards > 0;

-- What the dealer still plays for: live ordinary hands. `waiting` and `all_bust` are filled in where the rules have a use for them.
CREATE OR REPLACE TEMP TABLE living AS
SELECT r.rnd, coalesce(h.live, 0) AS live, false AS waiting, false AS all_bust
FROM rounds r LEFT JOIN (SELECT rnd, count(*) AS live FROM final_hands WHERE is_live GROUP BY rnd) h USING (rnd);

-- T3.3, T3.5, T4.1, T6.2, C3.6, C3.8, C4.1, B6.1, B7: what each hand must get. Nothing is due where the dealer's first cards are not known: other checks say so.
-- `taken`: what a banker's natural takes beside the stake (B2.4, H6.2).
CREATE OR REPLACE TEMP TABLE due AS
SELECT rnd, hand, 0::UTINYINT AS bettor, outcome, premium, stake, whole,
    CASE outcome
        WHEN verb('lose') THEN 0
        WHEN verb('bust') THEN 0
        WHEN verb('win') THEN 2 * whole
        WHEN verb('push') THEN whole
        WHEN verb('surrender') THEN stake // 2
        WHEN verb('even') THEN 2 * stake
        WHEN verb('premium') THEN whole + CASE premium
            WHEN 777 THEN whole * premiums_sevens_for // premiums_sevens_per
            WHEN 678 THEN whole * premiums_six_seven_eight_for // premiums_six_seven_eight_per
            ELSE CASE WHEN premium > 5 AND premiums_six_cards_for > 0
                THEN whole * premiums_six_cards_for * CASE WHEN premiums_longer = 'doubling' THEN 1 << (premium - 6) ELSE 1 END // premiums_six_cards_per
                ELSE whole * premiums_five_cards_for // premiums_five_cards_per END END
        WHEN verb('suited') THEN stake + stake * natural_suited_pays_for // natural_suited_pays_per
        ELSE stake + stake * natural_pays_for // natural_pays_per END AS payout
FROM (
    SELECT h.rnd, h.hand, h.stake, h.whole, h.premium, p.natural_pays_for, p.natural_pays_per, p.natural_suited_pays_for, p.natural_suited_pays_per,
        p.premiums_five_cards_for, p.premiums_five_cards_per, p.premiums_six_cards_for, p.premiums_six_cards_per, p.premiums_longer,
        p.premiums_sevens_for, p.premiums_sevens_per, p.premiums_six_seven_eight_for, p.premiums_six_seven_eight_per,
        CASE
            WHEN h.surrendered > 0 THEN verb('surrender')
            WHEN h.evened > 0 THEN verb('even')
            WHEN h.is_claimed THEN CASE WHEN p.is_pair_of_aces THEN verb('push') ELSE verb('aces') END
            WHEN h.total > 21 THEN verb('bust')
            WHEN h.premium > 0 THEN verb('premium')
            WHEN h.is_paid_early THEN CASE WHEN h.has_one_suit THEN verb('suited') ELSE verb('natural') END
            WHEN p.is_pair_of_aces THEN verb('lose')
            WHEN (h.is_natural AND h.depth = 0) OR h.is_pictures THEN CASE
                WHEN p.two_total = 21 OR p.is_five_pictures THEN CASE WHEN p.settlement_natural_ties = 'banker' THEN verb('lose') ELSE verb('push') END
                WHEN h.is_pictures THEN verb('pictures')
                WHEN h.has_one_suit THEN verb('suited')
                ELSE verb('natural') END
            WHEN p.two_total = 21 OR p.is_five_pictures THEN verb('lose')
            WHEN h.is_natural THEN verb('natural')
            WHEN p.dealer_total > 21 OR h.total > p.dealer_total THEN verb('win')
            WHEN h.total = p.dealer_total AND p.settlement_ties = 'push' THEN verb('push')
            ELSE verb('lose') END AS outcome
    FROM final_hands h JOIN table_rules p USING (rnd)
    WHERE p.deals = 1 AND p.holes = (p.deal_pattern <> 'no-hole')::INTEGER
);
