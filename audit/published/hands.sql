-- table: hands
-- comment: Every hand as it ended, split hands too (a hand that was split is no longer one).
-- column session: number of the session
-- column round: number of the round
-- column box: number of the box
-- column seat: seat of its player
-- column hand: the hand as in the log: the box, .1 and .2 for each split
-- column stake: what its player staked on it, doubled part included
-- column first_card: first card
-- column second_card: second card, 'no card' where none came
-- column cards: number of cards
-- column total: best total
-- column soft: whether an ace counts 11 in it
-- column natural: whether it counts as a natural
-- column doubled: whether it was doubled
-- column tripled: whether it was tripled
-- column split_hand: whether it comes from a split
-- column surrendered: whether it was surrendered
-- column outcome: what its player got, as recorded: bust, lose, push, win, natural, suited, aces, pictures, even, surrender, or premium and its kind; NULL for none
-- column payout: what came back to its player, stake included, as recorded
-- In `what`, from its lowest bit on: soft, natural, doubled, tripled, from a split, surrendered (a bit each), second card, first card, seat (8 bits each), hand;
-- in `held` cards, total (16 bits each), the verb of the outcome, 255 for none (8), and the kind of a premium.
SELECT r.session, r.round, f.whole, s.payout,
    (h.hand::BIGINT << 30) | (h.seat::BIGINT << 22) | (h.first::BIGINT << 14) | (h.second::BIGINT << 6) | ((h.surrendered > 0)::BIGINT << 5)
    | ((h.depth > 0)::BIGINT << 4) | ((h.tripled > 0)::BIGINT << 3) | ((h.doubled > 0)::BIGINT << 2) | (f.is_natural::BIGINT << 1) | h.soft::BIGINT AS what,
    (coalesce(s.told & 16777215, 255) << 32) | (h.total::BIGINT << 16) | h.cards AS held
FROM final_hands f JOIN hands h USING (rnd, hand) JOIN rounds r USING (rnd)
LEFT JOIN (
    SELECT rnd, hand, min((step::BIGINT << 24) | (more::BIGINT << 8) | verb) AS told, sum(n)::BIGINT AS payout FROM settled WHERE bettor = 0 GROUP BY ALL
) s USING (rnd, hand)
-- shown
SELECT session, round, (what >> 40)::INTEGER AS box, ((what >> 22) & 255)::INTEGER AS seat, packed.hand_name(what >> 30) AS hand, whole AS stake,
    packed.card_name((what >> 14) & 255) AS first_card, packed.card_name((what >> 6) & 255) AS second_card,
    (held & 65535)::INTEGER AS cards, ((held >> 16) & 65535)::INTEGER AS total, what & 1 > 0 AS soft, what & 2 > 0 AS "natural", what & 4 > 0 AS doubled,
    what & 8 > 0 AS tripled, what & 16 > 0 AS split_hand, what & 32 > 0 AS surrendered,
    packed.outcome_name(nullif((held >> 32) & 255, 255), held >> 40) AS outcome, payout
FROM packed.hands
