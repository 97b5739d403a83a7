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
SELECT r.session, r.round, b.box, b.seat, b.stake, b.first, b.second, b.two_total = 21 AS "natural", coalesce(h.hands, 0)::USMALLINT AS hands,
    coalesce(o.bettors, 0)::USMALLINT AS bettors, (coalesce(m.paid, 0) - coalesce(m.net, 0))::BIGINT AS staked, coalesce(m.paid, 0)::BIGINT AS payout
FROM boxes b JOIN rounds r USING (rnd)
LEFT JOIN (SELECT rnd, hand >> 10 AS box, count(*) AS hands FROM final_hands GROUP BY ALL) h ON h.rnd = b.rnd AND h.box = b.box
LEFT JOIN (SELECT rnd, box, count(*) AS bettors FROM bettors WHERE stake > 0 GROUP BY ALL) o ON o.rnd = b.rnd AND o.box = b.box
LEFT JOIN (
    SELECT rnd, box, sum(delta) AS net, coalesce(sum(delta) FILTER (WHERE delta > 0 AND verb NOT IN (verb('withdraw'), verb('sit'))), 0) AS paid
    FROM moves WHERE box > 0 AND bettor = 0 GROUP BY ALL
) m ON m.rnd = b.rnd AND m.box = b.box
WHERE b.stake > 0 AND b.side = 0
-- shown
SELECT session, round, box::INTEGER AS box, seat::INTEGER AS seat, stake, packed.card_name("first") AS first_card, packed.card_name("second") AS second_card,
    "natural", hands::INTEGER AS hands, bettors::INTEGER AS bettors, staked, payout, payout - staked AS net
FROM packed.boxes
