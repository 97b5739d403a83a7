-- table: boxes
-- comment: Every box that was played in a round, with what its owner won or lost on it.
-- column session: number of the session
-- column round: number of the round
-- column box: number of the box, from the dealer's left
-- column seat: seat of its player
-- column stake: first stake, as it stood when the deal was over
-- column first_card: first card
-- column second_card: second card
-- column natural: whether these two are a natural
-- column hands: hands it had in the end, more than one after splits
-- column bettors: other people who staked on it
-- column staked: all that its owner put there: stakes, doubles, splits, insurance, commission, forfeits
-- column payout: all that came back to its owner, stakes included
-- column net: payout less staked
-- In `what`, from its lowest bit on: whether a natural, second card, first card, seat, box (8 bits each), hands, bettors (11 each).
SELECT r.session, r.round, b.stake, b.paid - b.net AS staked, b.paid AS payout,
    (coalesce(o.bettors, 0) << 51) | (coalesce(h.hands, 0) << 40) | (b.box::BIGINT << 32) | (b.seat::BIGINT << 24) | (b.first::BIGINT << 16)
    | (b.second::BIGINT << 8) | (b.two_total = 21)::BIGINT AS what
FROM boxes b JOIN rounds r USING (rnd)
LEFT JOIN (SELECT rnd, hand >> 10 AS box, count(*) AS hands FROM final_hands GROUP BY ALL) h ON h.rnd = b.rnd AND h.box = b.box
LEFT JOIN (SELECT rnd, box, count(*) AS bettors FROM bettors WHERE stake > 0 GROUP BY ALL) o ON o.rnd = b.rnd AND o.box = b.box
WHERE b.stake > 0 AND b.side = 0
-- shown
SELECT session, round, ((what >> 32) & 255)::INTEGER AS box, ((what >> 24) & 255)::INTEGER AS seat, stake, packed.card_name((what >> 16) & 255) AS first_card,
    packed.card_name((what >> 8) & 255) AS second_card, what & 255 > 0 AS "natural", ((what >> 40) & 2047)::INTEGER AS hands, (what >> 51)::INTEGER AS bettors,
    staked, payout, payout - staked AS net
FROM packed.boxes
