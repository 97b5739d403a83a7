-- code: dealer-stands
-- title: The dealer does not stand below 17 (soft 17 as the rules say) while a live ordinary hand depends on it
-- severity: error
-- clauses: T6.1 G5 T2.1 G6
-- over: rounds
SELECT p.seq, p.session, p.round, 'D' AS who, p.events - 1 AS step, 'a further card' AS expected, 'none' AS recorded,
    'The dealer stopped at ' || CASE WHEN p.dealer_soft THEN 'soft ' ELSE '' END || p.dealer_total || ' with ' || l.live || ' live hands.' AS detail
FROM table_rules p JOIN living l USING (rnd)
WHERE l.live > 0 AND p.two_total <> 21 AND p.stock > 0 AND p.dealer_cards >= 2 AND must_draw(p.dealer_total, p.dealer_soft, p.banker_soft17)
