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
-- column up_rank: its rank, T for every ten-value
-- column free_balance: money of the player that was not in play; NULL for the banker
-- In `what`, from its lowest bit on: soft (1), verb, seat, 255 for none (8 each), hand (16), step; in `held` upcard (8), total
-- (15), whether the upcard is worth ten (1), cards.
SELECT r.session, r.round, t.free,
    (t.step::BIGINT << 33) | (t.hand::BIGINT << 17) | (t.owner::BIGINT << 9) | (t.verb::BIGINT << 1) | t.soft_before::BIGINT AS what,
    (t.count_before::BIGINT << 24) | ((r.up_points = 10)::BIGINT << 23) | (t.total_before::BIGINT << 8) | r.up AS held
FROM turns t JOIN rounds r USING (rnd) WHERE t.verb <> verb('draw')
UNION ALL
SELECT r.session, r.round, NULL, (d.step::BIGINT << 33) | (15360 << 17) | (CASE r.banker WHEN 0 THEN 255 ELSE r.banker END << 9) | (d.verb::BIGINT << 1)
    | d.soft_before::BIGINT, (d.count_before::BIGINT << 24) | ((r.up_points = 10)::BIGINT << 23)
    | (d.total_before::BIGINT << 8) | r.up
FROM draws d JOIN rounds r USING (rnd) WHERE d.verb <> verb('draw')
-- shown
SELECT session, round, (what >> 33)::INTEGER AS step, nullif((what >> 9) & 255, 255)::INTEGER AS seat,
    nullif((what >> 27) & 63, 15)::INTEGER AS box, packed.hand_name((what >> 17) & 65535) AS hand, packed.verb_name((what >> 1) & 255) AS action,
    ((held >> 8) & 32767)::INTEGER AS total, what & 1 > 0 AS soft, (held >> 24)::INTEGER AS cards, packed.card_name(held & 255) AS upcard,
    CASE WHEN (held >> 23) & 1 > 0 THEN 'T' ELSE left(packed.card_name(held & 255), 1) END AS up_rank, free AS free_balance
FROM packed.decisions
