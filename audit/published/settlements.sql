-- table: settlements
-- comment: Every outcome of a hand as it was recorded, beside what the rules say.
-- column session: number of the session
-- column round: number of the round
-- column step: place of the event in the log, from 0; NULL where a due outcome is missing
-- column box: number of the box
-- column seat: seat of its player
-- column hand: the hand as in the log
-- column outcome: bust, lose, push, win, natural or surrender
-- column stake: what was staked on the hand, doubled part included
-- column payout: what came back, stake included
-- column net: payout less stake
-- column due_outcome: the outcome by the rules
-- column due_payout: the payout by the rules
SELECT r.session, r.round, s.step, (s.hand >> 10)::INTEGER AS box, h.seat::INTEGER AS seat, hand_name(s.hand) AS hand, verb_name(s.verb) AS outcome,
    h.whole AS stake, s.n AS payout, s.n - h.whole AS net, verb_name(s.outcome) AS due_outcome, s.payout AS due_payout
FROM settlement s JOIN rounds r USING (rnd) LEFT JOIN final_hands h ON h.rnd = s.rnd AND h.hand = s.hand
