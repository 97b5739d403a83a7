-- table: boxes
-- comment: Every box that was played in a round, with what its owner won or lost on it.
-- column session: number of the session
-- column round: number of the round
-- column box: number of the box, from the dealer's left
-- column seat: seat of its player
-- column stake: first stake, as it stood when the deal was over
-- column first_card: first card
-- column second_card: second card
-- column starting_total: best total of these two
-- column starting_soft: whether an ace counts 11 in it and may count 1
-- column natural: whether these two are a natural
-- column hands: hands it had in the end, more than one after splits
-- column bettors: other people who staked on it
-- column staked: all that its owner put there: stakes, doubles, splits, insurance, commission, forfeits
-- column payout: all that came back to its owner, stakes included
-- column net: payout less staked
-- In `what`, from its lowest bit on: total of two cards (6 bits), whether it is soft (2), second card, first card, seat, box (8 each), hands, bettors (11 each).
SELECT r.session, r.round, b.stake, b.paid - b.net AS staked, b.paid AS payout,
    (coalesce(o.bettors, 0) << 51) | (coalesce(h.hands, 0) << 40) | (b.box::BIGINT << 32) | (b.seat::BIGINT << 24) | (b.first::BIGINT << 16)
    | (b.second::BIGINT << 8) | ((p.pack_ace = 'soft' AND b.two_total > 11 AND least(b.first % 13, b.second % 13) = 0)::BIGINT << 6) | b.two_total AS what
FROM boxes b JOIN rounds r USING (rnd) JOIN params p USING (session)
LEFT JOIN (SELECT rnd, hand >> 10 AS box, count(*) AS hands FROM final_hands GROUP BY ALL) h ON h.rnd = b.rnd AND h.box = b.box
LEFT JOIN (SELECT rnd, box, count(*) AS bettors FROM bettors WHERE stake > 0 GROUP BY ALL) o ON o.rnd = b.rnd AND o.box = b.box
WHERE b.stake > 0 AND b.side = 0
-- shown
SELECT session, round, ((what >> 32) & 255)::INTEGER AS box, ((what >> 24) & 255)::INTEGER AS seat, stake, packed.card_name((what >> 16) & 255) AS first_card,
    packed.card_name((what >> 8) & 255) AS second_card, (what & 63)::INTEGER AS starting_total, (what >> 6) & 1 > 0 AS starting_soft,
    what & 63 = 21 AS "natural", ((what >> 40) & 2047)::INTEGER AS hands, (what >> 51)::INTEGER AS bettors,
    staked, payout, payout - staked AS net
FROM packed.boxes
