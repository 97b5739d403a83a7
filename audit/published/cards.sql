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
-- In `what`, from its lowest bit on: the sealed card (253 while not revealed), card, verb, seat (8 bits each), hand (16), step.
SELECT r.session, r.round, u."index", c.pos, (c.step::BIGINT << 48) | (c.hand::BIGINT << 32) | (c.seat::BIGINT << 24) | (c.verb::BIGINT << 16)
    | (c.card::BIGINT << 8) | CASE WHEN c.sealed THEN c.expected ELSE 253 END AS what
FROM cards c JOIN rounds r USING (rnd) LEFT JOIN runs u ON u.run = c.run
-- shown
SELECT session, round, (what >> 48)::INTEGER AS step, CASE WHEN (what >> 24) & 255 > 0 THEN 's' || ((what >> 24) & 255) ELSE packed.hand_name((what >> 32) & 65535) END AS who,
    packed.verb_name((what >> 16) & 255) AS event, packed.card_name((what >> 8) & 255) AS card, "index" AS shoe, pos AS position,
    CASE WHEN what & 255 <> 253 THEN packed.card_name(what & 255) END AS sealed_card
FROM packed.cards
