-- table: cards
-- comment: Every card dealt, with its place in its shoe.
-- column session: number of the session
-- column round: number of the round
-- column step: place of the event in the log, from 0
-- column who: D for the banker, the hand, or the seat (s2) that is dealt it for the bank
-- column event: how it was dealt: deal, down, hole, hit, double, triple, draw, burn, lot card, or by an error of dealing
-- column card: rank and suit; xx for a burnt card that nobody saw
-- column shoe: index of the shoe in the seed chain
-- column position: place in the shoe, from 0
-- column sealed_card: the card that the sealed shoe has there; NULL while the shoe is not revealed
SELECT r.session, r.round, c.step, c.hand, c.seat, c.verb, c.card, u."index", c.pos, CASE WHEN c.sealed THEN c.expected END AS expected
FROM cards c JOIN rounds r USING (rnd) LEFT JOIN runs u ON u.run = c.run
-- shown
SELECT session, round, step::INTEGER AS step, CASE WHEN seat > 0 THEN 's' || seat ELSE packed.hand_name(hand) END AS who, packed.verb_name(verb) AS event,
    packed.card_name(card) AS card, "index" AS shoe, pos AS position, CASE WHEN expected IS NOT NULL THEN packed.card_name(expected) END AS sealed_card
FROM packed.cards
