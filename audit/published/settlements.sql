-- table: settlements
-- comment: Every outcome of a hand as it was recorded, beside what the rules say.
-- column session: number of the session
-- column round: number of the round
-- column step: place of the event in the log, from 0; NULL where a due outcome is missing
-- column box: number of the box
-- column seat: whose stake: the box's player, or who bets on their box
-- column hand: the hand as in the log
-- column others_box: whether the box is another person's, on which this one only bets
-- column outcome: bust, lose, push, win, natural, suited, aces, pictures, even, surrender, or premium and its kind; NULL where it is missing
-- column stake: what was staked on the hand, doubled part included; NULL where nothing is due
-- column payout: what came back, stake included
-- column net: payout less stake
-- column due_outcome: the outcome by the rules
-- column due_payout: the payout by the rules
SELECT r.session, r.round, s.step, CASE WHEN s.bettor > 0 THEN s.bettor ELSE b.seat END AS seat, s.hand, s.bettor > 0 AS others_box, s.verb, s.more, s.whole, s.n,
    s.outcome, s.premium, s.payout
FROM (
    SELECT coalesce(d.rnd, s.rnd) AS rnd, coalesce(d.hand, s.hand) AS hand, coalesce(d.bettor, s.bettor) AS bettor, d.* EXCLUDE (rnd, hand, bettor),
        s.* EXCLUDE (rnd, hand, bettor)
    FROM due d FULL JOIN settled s ON s.rnd = d.rnd AND s.hand = d.hand AND s.bettor = d.bettor
) s JOIN rounds r USING (rnd) LEFT JOIN boxes b ON b.rnd = s.rnd AND b.box = s.hand >> 10 AND b.side = 0
-- shown
SELECT session, round, step::INTEGER AS step, (hand >> 10)::INTEGER AS box, seat::INTEGER AS seat, packed.hand_name(hand) AS hand, others_box,
    packed.outcome_name(verb, more) AS outcome, whole AS stake, n AS payout, n - whole AS net, packed.outcome_name(outcome, premium) AS due_outcome,
    payout AS due_payout
FROM packed.settlements
