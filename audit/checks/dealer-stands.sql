-- code: dealer-stands
-- title: The dealer does not stop where a card must be drawn or a decision made, while a hand depends on it
-- severity: error
-- clauses: T6.1 G5 T2.1 G6 E7.1 E7.3 C2.5 B3.3 P4.1 H3.3 E2.2
-- over: rounds
WITH stopped AS (
    SELECT r.seq, r.session, r.round, r.events, r.dealer_soft, r.dealer_total, r.dealer_cards, l.live,
        r.two_total = 21 OR r.dealer_total >= 21 OR r.dealer_stood OR (r.dealer_cards = 2 AND r.is_pair_of_aces) OR r.is_five_pictures
            OR (p.hand_card_limit > 0 AND r.dealer_cards >= p.hand_card_limit) AS is_over,
        p.banker_play = 'free' OR (p.banker_soft17 = 'free' AND r.dealer_total = 17 AND r.dealer_soft) AS is_free,
        r.dealer_cards = 1 AND p.deal_pattern = 'no-hole' AND (l.live > 0 OR l.waiting) AS lacks_second,
        must_draw(r.dealer_total, r.dealer_soft, p.banker_soft17) AS must
    FROM rounds r JOIN params p USING (session) JOIN living l USING (rnd) WHERE r.stock > 0
)
SELECT seq, session, round, 'D' AS who, events - 1 AS step, CASE WHEN is_free AND NOT lacks_second THEN 'a decision' ELSE 'a further card' END AS expected,
    'none' AS recorded,
    'The dealer stopped at ' || CASE WHEN dealer_soft THEN 'soft ' ELSE '' END || dealer_total || ' with ' || live || ' live hands.' AS detail
FROM stopped WHERE lacks_second OR (live > 0 AND dealer_cards >= 2 AND NOT is_over AND (is_free OR must))
