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
-- In `what`, from its lowest bit on: whether the box is another's, verb, box, account (8 bits each), hand (16), step.
SELECT r.session, r.round, m.delta, (m.step::BIGINT << 48) | (m.hand::BIGINT << 32) | (m.account::BIGINT << 24) | (m.box::BIGINT << 16) | (m.verb::BIGINT << 8)
    | (m.bettor > 0)::BIGINT AS what
FROM moves m JOIN rounds r USING (rnd)
-- shown
SELECT session, round, (what >> 48)::INTEGER AS step, ((what >> 24) & 255)::INTEGER AS seat, nullif((what >> 16) & 255, 0)::INTEGER AS box,
    CASE WHEN (what >> 16) & 255 > 0 THEN packed.wager_hand((what >> 32) & 65535, (what >> 16) & 255) END AS hand, what & 255 > 0 AS others_box,
    packed.verb_name((what >> 8) & 255) AS kind, delta AS amount
FROM packed.moves WHERE (what >> 24) & 255 > 0
