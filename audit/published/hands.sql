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
SELECT r.session, r.round, h.box::INTEGER AS box, h.seat::INTEGER AS seat, hand_name(h.hand) AS hand,
    f.whole AS stake, card_name(h.first) AS first_card, card_name(h.second) AS second_card,
    h.cards::INTEGER AS cards, h.total::INTEGER AS total, h.soft, f.is_natural AS "natural", h.doubled > 0 AS doubled, h.tripled > 0 AS tripled,
    h.depth > 0 AS split_hand, h.surrendered > 0 AS surrendered, s.outcome, s.payout
FROM final_hands f JOIN hands h USING (rnd, hand) JOIN rounds r USING (rnd)
LEFT JOIN (SELECT rnd, hand, first(outcome_name(verb, more) ORDER BY step) AS outcome, sum(n)::BIGINT AS payout FROM settled WHERE bettor = 0 GROUP BY ALL) s
    USING (rnd, hand)
