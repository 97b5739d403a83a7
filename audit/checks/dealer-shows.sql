-- code: dealer-shows
-- title: The dealer turns the hole card, once; not where none was dealt, nor where every hand is bust, no insurance is open, and the dealer plays freely
-- severity: error
-- clauses: T6.1 G5 B3.3 E2.1
-- over: rounds
SELECT r.seq, r.session, r.round, 'D' AS who, nullif(r.show_step, -1) AS step, CASE WHEN l.all_bust OR p.deal_pattern = 'no-hole' THEN 'not shown' ELSE 'once' END AS expected,
    times(r.shows) AS recorded,
    CASE WHEN l.all_bust THEN 'Every hand is bust: the dealer''s cards are laid away.' WHEN p.deal_pattern = 'no-hole' THEN 'There is no hole card.'
        ELSE 'The hole card must be shown.' END AS detail
FROM rounds r JOIN params p USING (session) JOIN living l USING (rnd) WHERE r.shows <> (p.deal_pattern <> 'no-hole' AND NOT l.all_bust)::INTEGER
