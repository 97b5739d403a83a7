-- T3.3, T3.5, T4.1, T6.2, C3.6, C3.8, C4.1, B6.1, B7: what each hand must get, for everyone with a stake on it. Nothing is due where the dealer's first cards are not known: other checks say so.
CREATE OR REPLACE TEMP VIEW due AS
SELECT rnd, hand, bettor, outcome, premium, stake, whole, total,
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
    SELECT h.rnd, h.hand, h.bettor, h.stake, h.whole, h.total, h.premium, p.natural_pays_for, p.natural_pays_per, p.natural_suited_pays_for, p.natural_suited_pays_per,
        p.premiums_five_cards_for, p.premiums_five_cards_per, p.premiums_six_cards_for, p.premiums_six_cards_per, p.premiums_longer,
        p.premiums_sevens_for, p.premiums_sevens_per, p.premiums_six_seven_eight_for, p.premiums_six_seven_eight_per,
        CASE
            WHEN h.surrendered > 0 THEN verb('surrender')
            WHEN h.evened > 0 THEN verb('even')
            WHEN h.is_claimed THEN CASE WHEN r.is_pair_of_aces THEN verb('push') ELSE verb('aces') END
            WHEN h.is_overstood THEN verb('lose')
            WHEN h.total > 21 THEN verb('bust')
            WHEN h.premium > 0 THEN verb('premium')
            WHEN h.is_paid_early THEN CASE WHEN h.has_one_suit THEN verb('suited') ELSE verb('natural') END
            WHEN r.is_pair_of_aces THEN verb('lose')
            WHEN (h.is_natural AND h.depth = 0) OR h.is_pictures THEN CASE
                WHEN r.two_total = 21 OR r.is_five_pictures THEN CASE WHEN p.settlement_natural_ties = 'banker' THEN verb('lose') ELSE verb('push') END
                WHEN h.is_pictures THEN verb('pictures')
                WHEN h.has_one_suit THEN verb('suited')
                ELSE verb('natural') END
            WHEN r.two_total = 21 OR r.is_five_pictures THEN verb('lose')
            WHEN h.is_natural THEN verb('natural')
            WHEN r.dealer_total > 21 OR h.total > r.dealer_total THEN verb('win')
            WHEN h.total = r.dealer_total AND p.settlement_ties = 'push' THEN verb('push')
            ELSE verb('lose') END AS outcome
    FROM held h JOIN rounds r USING (rnd) JOIN params p USING (session)
    WHERE r.is_dealt
);

-- What is lost beyond the stake: nothing, but where `forfeits` says so.
CREATE OR REPLACE TEMP TABLE due_forfeits (rnd USMALLINT, hand USMALLINT, bettor UTINYINT, n BIGINT);
