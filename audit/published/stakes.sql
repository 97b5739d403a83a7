-- table: stakes
-- comment: Every amount staked on a hand: the bet, and what raises, doubles and splits added; below 0 for what was taken back before the deal.
-- column session: number of the session
-- column round: number of the round
-- column step: place of the event in the log, from 0
-- column seat: whose money
-- column box: number of the box
-- column hand: the hand as in the log
-- column kind: bet, raise, redouble, double, triple, split, follow (another bettor's double or split), both (two hands of two cards), withdraw or sit
-- column amount: money staked
SELECT r.session, r.round, m.step::INTEGER AS step, m.account::INTEGER AS seat, m.box::INTEGER AS box,
    CASE WHEN m.hand >> 10 = m.box THEN hand_name(m.hand) ELSE m.box::VARCHAR END AS hand, verb_name(m.verb) AS kind, (-m.delta)::BIGINT AS amount
FROM moves m JOIN rounds r USING (rnd)
WHERE m.verb IN (verb('bet'), verb('raise'), verb('redouble'), verb('double'), verb('triple'), verb('split'), verb('follow'), verb('both'), verb('withdraw'), verb('sit'))
