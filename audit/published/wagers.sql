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
SELECT r.session, r.round, w.box, w.account, w.bettor > 0 AS others_box, (w.paid - w.net)::BIGINT AS staked, w.paid::BIGINT AS payout
FROM (
    SELECT rnd, box, account, bettor, sum(delta) AS net, coalesce(sum(delta) FILTER (WHERE delta > 0 AND verb NOT IN (verb('withdraw'), verb('sit'))), 0) AS paid
    FROM moves WHERE box > 0 GROUP BY ALL
) w JOIN rounds r USING (rnd) WHERE w.paid > 0 OR w.net < 0
-- shown
SELECT session, round, box::INTEGER AS box, account::INTEGER AS seat, others_box, staked, payout, payout - staked AS net FROM packed.wagers
