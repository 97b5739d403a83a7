-- table: insurance
-- comment: Every insurance that was offered, and what came of it.
-- column session: number of the session
-- column round: number of the round
-- column box: number of the box
-- column seat: whose insurance: the box's player, or who bets on their box
-- column taken: whether it was taken
-- column amount: insurance stake, 0 when declined
-- column outcome: won, lost or declined
-- column payout: what came back, stake included
-- column net: payout less amount
-- column holds_natural: whether the box held a natural
SELECT r.session, r.round, b.box::INTEGER AS box, b.seat::INTEGER AS seat, b.insures > 0 AS taken, b.insures_n AS amount,
    CASE WHEN b.insures = 0 THEN 'declined' WHEN b.pays_n > 0 THEN 'won' ELSE 'lost' END AS outcome, b.pays_n AS payout, b.pays_n - b.insures_n AS net,
    b.two_total = 21 AS holds_natural
FROM (
    SELECT rnd, box, seat, insures, declines, insures_n, pays_n, two_total FROM boxes
    UNION ALL
    SELECT o.rnd, o.box, o.seat, o.insures, o.declines, o.insures_n, o.pays_n, b.two_total FROM bettors o LEFT JOIN boxes b ON b.rnd = o.rnd AND b.box = o.box AND b.side = 0
) b JOIN rounds r USING (rnd) WHERE b.insures + b.declines > 0
