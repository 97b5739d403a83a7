-- table: wagers
-- comment: What each person had on each box, their own or another's, and what came of it.
-- column session: number of the session
-- column round: number of the round
-- column box: number of the box, from the dealer's left
-- column seat: whose money
-- column others_box: whether the box is another person's, on which this one only bets
-- column staked: all that was put there: stakes, raises, doubles, splits, insurance, commission, forfeits
-- column payout: all that came back, stakes included
-- column net: payout less staked
-- Only those that the rows of boxes do not tell.
SELECT r.session, r.round, w.box, w.account, w.bettor > 0 AS others_box, w.paid - w.net AS staked, w.paid AS payout
FROM wagered w JOIN rounds r USING (rnd)
-- shown
SELECT session, round, box, seat, false AS others_box, staked, payout, net FROM boxes WHERE payout > 0 OR net < 0
UNION ALL
SELECT session, round, box::INTEGER, account::INTEGER, others_box, staked, payout, payout - staked FROM packed.wagers
