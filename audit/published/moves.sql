-- table: moves
-- comment: Every amount that left or reached a person's balance; the banker's own moves by the opposite.
-- column session: number of the session
-- column round: number of the round
-- column step: place of the event in the log, from 0
-- column seat: whose balance
-- column box: number of the box that it is about; NULL for what is paid for the bank
-- column hand: the hand as in the log
-- column others_box: whether the box is another person's, on which this one only bets
-- column kind: what moved it: bet, double, insure, win and so on, in the words of the log
-- column amount: what the balance changed by: below 0 for a stake, above for a payout
SELECT r.session, r.round, m.step, m.account, m.box, m.hand, m.bettor > 0 AS others_box, m.verb, m.delta FROM moves m JOIN rounds r USING (rnd)
-- shown
SELECT session, round, step::INTEGER AS step, account::INTEGER AS seat, nullif(box, 0)::INTEGER AS box,
    CASE WHEN box > 0 THEN packed.wager_hand(hand, box) END AS hand, others_box, packed.verb_name(verb) AS kind, delta AS amount
FROM packed.moves WHERE account > 0
