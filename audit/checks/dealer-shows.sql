-- code: dealer-shows
-- title: The dealer turns the hole card, once; not where none was dealt, nor where every hand is bust, no insurance is open, and the dealer plays freely
-- severity: error
-- clauses: T6.1 G5 B3.3 E2.1
-- over: rounds
SELECT p.seq, p.session, p.round, 'D' AS who, nullif(p.show_step, -1) AS step, CASE WHEN l.all_bust OR p.deal_pattern = 'no-hole' THEN 'not shown' ELSE 'once' END AS expected,
    times(p.shows) AS recorded,
    CASE WHEN l.all_bust THEN 'Every hand is bust: the dealer''s cards are laid away.' WHEN p.deal_pattern = 'no-hole' THEN 'There is no hole card.'
        ELSE 'The hole card must be shown.' END AS detail
FROM table_rules p JOIN living l USING (rnd) WHERE p.shows <> (p.deal_pattern <> 'no-hole' AND NOT l.all_bust)::INTEGER
