-- The rounds, with what their cards and rules make of them. A peek that shows a natural ends the round (T3.3); without one everybody plays first (P2.2).
-- The rules stay apart: to have 50 of them beside each round took 0.9 µs a round.
CREATE OR REPLACE TEMP TABLE rounds AS
SELECT r.*, p.peek_when = 'ten-or-ace' AND r.two_total = 21 AS is_natural_peeked,
    p.peek_when <> 'ten-or-ace' AND can_make_natural(r.up_points, p.pack_ace) AS naturals_wait,
    r.deals = 1 AND r.holes = (p.deal_pattern <> 'no-hole')::INTEGER AS is_dealt,
    is_first_down(p.deal_pattern) AS first_is_down, is_second_down(p.deal_pattern) AS second_is_down,
    p.natural_pair_of_aces AND r.two_aces AS is_pair_of_aces, p.natural_five_pictures AND r.dealer_cards = 5 AND r.dealer_pictures = 5 AS is_five_pictures
FROM rounds_given r JOIN params p USING (session);
