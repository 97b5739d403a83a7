-- table: boxes
-- comment: Every box that staked in a round, with what its owner won or lost on it.
-- column session: number of the session
-- column round: number of the round
-- column box: number of the box, from the dealer's left
-- column seat: seat of its player
-- column stake: first stake
-- column first_card: first card, rank and suit
-- column second_card: second card
-- column natural: whether these two are a natural
-- column hands: hands it had in the end, more than one after splits
-- column staked: all that was staked on it: bet, doubles, splits, insurance
-- column payout: all that came back, stakes included
-- column net: payout less staked
SELECT r.session, r.round, b.box::INTEGER AS box, b.seat::INTEGER AS seat, b.stake, card_name(b.first) AS first_card, card_name(b.second) AS second_card,
    (is_ace(b.first) AND is_ten_value(b.second)) OR (is_ten_value(b.first) AND is_ace(b.second)) AS "natural",
    coalesce(h.hands, 0)::INTEGER AS hands, (b.stake + b.insures_n + coalesce(t.added, 0))::BIGINT AS staked,
    (b.pays_n + coalesce(s.payout, 0))::BIGINT AS payout,
    (b.pays_n + coalesce(s.payout, 0) - b.stake - b.insures_n - coalesce(t.added, 0))::BIGINT AS net
FROM boxes b JOIN rounds r USING (rnd)
LEFT JOIN (SELECT rnd, hand >> 10 AS box, count(*) AS hands FROM final_hands GROUP BY ALL) h ON h.rnd = b.rnd AND h.box = b.box
LEFT JOIN (SELECT rnd, hand >> 10 AS box, sum(stake) AS added FROM turns WHERE verb IN (verb('double'), verb('triple'), verb('split')) GROUP BY ALL) t
    ON t.rnd = b.rnd AND t.box = b.box
LEFT JOIN (SELECT rnd, hand >> 10 AS box, sum(n) AS payout FROM settled GROUP BY ALL) s ON s.rnd = b.rnd AND s.box = b.box
WHERE b.bets > 0
