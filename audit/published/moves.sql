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
-- In `what`, from its lowest bit on: verb, box, account (8 bits each), hand, step (16, 15), whether the box is another's.
SELECT r.session, r.round, m.delta, ((m.bettor > 0)::BIGINT << 55) | (m.step::BIGINT << 40) | (m.hand::BIGINT << 24) | (m.account::BIGINT << 16)
    | (m.box::BIGINT << 8) | m.verb AS what
FROM moves m JOIN rounds r USING (rnd)
-- shown
SELECT session, round, ((what >> 40) & 32767)::INTEGER AS step, ((what >> 16) & 255)::INTEGER AS seat, nullif((what >> 8) & 255, 0)::INTEGER AS box,
    CASE WHEN (what >> 8) & 255 > 0 THEN packed.wager_hand((what >> 24) & 65535, (what >> 8) & 255) END AS hand, what >> 55 > 0 AS others_box,
    packed.verb_name(what & 255) AS kind, delta AS amount
FROM packed.moves WHERE (what >> 16) & 255 > 0
