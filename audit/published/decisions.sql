-- table: decisions
-- comment: Every decision about a card: those of a player's turn, and the banker's where the rules leave it to them; with the hand as it stood.
-- column session: number of the session
-- column round: number of the round
-- column step: place of the event in the log, from 0
-- column seat: who decided; NULL for the house
-- column box: number of the box; NULL for the banker's hand
-- column hand: the hand as in the log, D for the banker's
-- column action: hit, stand, double, triple, split or surrender
-- column total: best total before it
-- column soft: whether an ace counted 11
-- column cards: number of cards before it
-- column upcard: the banker's open card
-- column free_balance: money of the player that was not in play; NULL for the banker
SELECT r.session, r.round, t.step, b.seat, t.hand, t.verb, t.total_before AS total, t.soft_before AS soft, t.count_before AS cards, r.up, t.free
FROM turns t JOIN rounds r USING (rnd) LEFT JOIN boxes b ON b.rnd = t.rnd AND b.box = t.hand >> 10 AND b.side = 0 WHERE t.verb <> verb('draw')
UNION ALL
SELECT r.session, r.round, d.step, nullif(r.banker, 0)::UTINYINT, 15360, d.verb, d.total_before, d.soft_before, d.count_before, r.up, NULL
FROM draws d JOIN rounds r USING (rnd) WHERE d.verb <> verb('draw')
-- shown
SELECT session, round, step::INTEGER AS step, seat::INTEGER AS seat, CASE WHEN hand < 15360 THEN (hand >> 10)::INTEGER END AS box,
    packed.hand_name(hand) AS hand, packed.verb_name(verb) AS action, total::INTEGER AS total, soft, cards::INTEGER AS cards,
    packed.card_name(up) AS upcard, free AS free_balance
FROM packed.decisions
