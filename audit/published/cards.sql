-- table: cards
-- comment: Every card dealt, with its place in its shoe.
-- column session: number of the session
-- column round: number of the round
-- column step: place of the event in the log, from 0
-- column who: D for the dealer, else the hand
-- column event: how it was dealt: deal, hole, hit, double, draw
-- column card: rank and suit
-- column shoe: index of the shoe in the seed chain
-- column position: place in the shoe, from 0
-- column sealed_card: the card that the sealed shoe has there; NULL while the shoe is not revealed
SELECT r.session, r.round, c.step, hand_name(c.hand) AS who, verb_name(c.verb) AS event, card_name(c.card) AS card, u."index" AS shoe, c.pos AS position,
    CASE WHEN c.sealed THEN card_name(c.expected) END AS sealed_card
FROM cards c JOIN rounds r USING (rnd) LEFT JOIN runs u ON u.run = c.run
