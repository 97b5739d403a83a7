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
-- In `what`, from its lowest bit on: card, verb (8 bits each), hand, step (16, 15), what the sealed card (253 while not revealed) differs in from the card,
-- seat (8 each). What is nearly always 0 stands highest, where it takes no room.
SELECT r.session, r.round, u."index", c.pos, (c.seat::BIGINT << 55)
    | (xor(c.card, CASE WHEN c.sealed THEN c.expected ELSE 253::UTINYINT END)::BIGINT << 47) | (c.step::BIGINT << 32) | (c.hand::BIGINT << 16)
    | (c.verb::BIGINT << 8) | c.card AS what
FROM cards c JOIN rounds r USING (rnd) LEFT JOIN runs u ON u.run = c.run
-- shown
SELECT session, round, ((what >> 32) & 32767)::INTEGER AS step,
    CASE WHEN what >> 55 > 0 THEN 's' || (what >> 55) ELSE packed.hand_name((what >> 16) & 65535) END AS who,
    packed.verb_name((what >> 8) & 255) AS event, packed.card_name(what & 255) AS card, "index" AS shoe, pos AS position,
    CASE WHEN sealed <> 253 THEN packed.card_name(sealed) END AS sealed_card
FROM (SELECT *, xor((what >> 47) & 255, what & 255) AS sealed FROM packed.cards)
