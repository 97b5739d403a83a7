-- table: stakes
-- comment: Every amount staked on a hand: the bet, and what doubles and splits added.
-- column session: number of the session
-- column round: number of the round
-- column step: place of the event in the log, from 0
-- column box: number of the box
-- column hand: the hand as in the log
-- column kind: bet, double or split
-- column amount: money staked
SELECT r.session, r.round, e.step, (e.hand >> 10)::INTEGER AS box, hand_name(e.hand) AS hand, verb_name(e.verb) AS kind, e.n AS amount
FROM events e JOIN rounds r USING (rnd) WHERE e.verb = verb('bet')
UNION ALL
SELECT r.session, r.round, t.step, (t.hand >> 10)::INTEGER, hand_name(t.hand), verb_name(t.verb), t.stake
FROM turns t JOIN rounds r USING (rnd) WHERE t.verb IN (verb('double'), verb('triple'), verb('split'))
