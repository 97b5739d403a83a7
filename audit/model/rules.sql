-- The distinct events, which several checks look through.
CREATE OR REPLACE TEMP TABLE texts AS SELECT * FROM texts_given;

-- A round with the parameters that checks ask about it, of the rule set that it was played under. A peek that shows a natural ends it (T3.3); without one everybody plays first (P2.2).
CREATE OR REPLACE TEMP TABLE table_rules AS
SELECT r.*, s.step, s.least, a.* EXCLUDE (session), p.peek_when = 'ten-or-ace' AND r.two_total = 21 AS is_natural_peeked,
    p.peek_when <> 'ten-or-ace' AND can_make_natural(r.up_points, p.pack_ace) AS naturals_wait,
    p.natural_pair_of_aces AND r.two_aces AS is_pair_of_aces, p.natural_five_pictures AND r.dealer_cards = 5 AND r.dealer_pictures = 5 AS is_five_pictures
FROM rounds r JOIN params p USING (session) JOIN asked a USING (session) JOIN steps s USING (session);
