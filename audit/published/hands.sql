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
SELECT r.session, r.round, h.seat, h.hand, f.whole, h.first, h.second, h.cards, h.total, h.soft, f.is_natural AS "natural", h.doubled > 0 AS doubled,
    h.tripled > 0 AS tripled, h.depth > 0 AS split_hand, h.surrendered > 0 AS surrendered, s.told, s.payout
FROM final_hands f JOIN hands h USING (rnd, hand) JOIN rounds r USING (rnd)
LEFT JOIN (
    -- Of the first outcome its verb, and the kind of a premium.
    SELECT rnd, hand, (min((step::BIGINT << 32) + (verb::BIGINT << 16) + more) & 16777215)::INTEGER AS told, sum(n)::BIGINT AS payout
    FROM settled WHERE bettor = 0 GROUP BY ALL
) s USING (rnd, hand)
-- shown
SELECT session, round, (hand >> 10)::INTEGER AS box, seat::INTEGER AS seat, packed.hand_name(hand) AS hand, whole AS stake,
    packed.card_name("first") AS first_card, packed.card_name("second") AS second_card, cards::INTEGER AS cards, total::INTEGER AS total, soft, "natural",
    doubled, tripled, split_hand, surrendered, packed.outcome_name(told >> 16, told & 65535) AS outcome, payout
FROM packed.hands
