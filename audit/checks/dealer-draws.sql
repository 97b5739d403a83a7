-- code: dealer-draws
-- title: The dealer draws where the rules say so, decides where they leave it free, and only while a hand depends on it
-- severity: error
-- clauses: T6.1 G5 T2.1 E2.3 E7.1 E7.3 C2.5 C3.9 C4.1 B3.3 P4.1 H3.3
-- over: rounds
-- Without a hole card the second card is taken too for what waits for it; every further one only for a live ordinary hand.
WITH judged AS (
    SELECT r.seq, r.session, r.round, p.deal_pattern, p.banker_play, p.banker_soft17, l.live, d.*,
        p.banker_play = 'free' OR (p.banker_soft17 = 'free' AND d.total_before = 17 AND d.soft_before) AS is_free,
        p.deal_pattern = 'no-hole' AND d.count_before = 1 AS is_second,
        d.total_before >= 21 OR d.closed_before > 0 OR d.stock <= 0 OR (d.count_before = 2 AND r.is_pair_of_aces)
            OR (p.natural_five_pictures AND d.count_before = 5 AND d.pictures_before = 5) OR (p.hand_card_limit > 0 AND d.count_before >= p.hand_card_limit) AS is_over,
        l.live > 0 OR l.waiting AS depends
    FROM draws d JOIN rounds r USING (rnd) JOIN params p USING (session) JOIN living l USING (rnd)
)
SELECT seq, session, round, 'D' AS who, step,
    CASE WHEN is_second THEN CASE WHEN depends THEN 'D draw' ELSE 'no card' END
        WHEN live = 0 OR is_over THEN 'no more' WHEN is_free THEN 'D hit or D stand'
        WHEN must_draw(total_before, soft_before, banker_soft17) THEN 'D draw' ELSE 'no card' END AS expected,
    CASE verb WHEN verb('draw') THEN 'a card' WHEN verb('hit') THEN 'D hit' ELSE 'D stand' END AS recorded,
    CASE WHEN is_second OR live = 0 THEN CASE WHEN depends THEN 'The second card is not the dealer''s choice.' ELSE 'No hand depends on the dealer any more.' END
        ELSE 'The dealer had ' || CASE WHEN soft_before THEN 'soft ' ELSE '' END || total_before || '.' END AS detail
FROM judged
WHERE CASE WHEN is_second THEN NOT depends OR verb <> verb('draw')
    ELSE live = 0 OR is_over OR CASE WHEN is_free THEN verb = verb('draw')
        ELSE verb <> verb('draw') OR NOT must_draw(total_before, soft_before, banker_soft17) END END
