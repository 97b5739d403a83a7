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
-- In `what`, from its lowest bit on: verb as recorded and outcome that is due, 255 for none, seat, 255 for none (8 bits each), whether the box is another's
-- (1), hand (16), step and 1, 0 for none; in `kinds` those of premiums, as recorded and due (16 each).
SELECT r.session, r.round, s.whole, s.n, s.payout,
    (coalesce(s.step + 1, 0)::BIGINT << 41) | (s.hand::BIGINT << 25) | ((s.bettor > 0)::BIGINT << 24)
    | (coalesce(CASE WHEN s.bettor > 0 THEN s.bettor ELSE b.seat END, 255)::BIGINT << 16) | (coalesce(s.outcome, 255)::BIGINT << 8)
    | coalesce(s.verb, 255)::BIGINT AS what, (coalesce(s.premium, 0)::BIGINT << 16) | coalesce(s.more, 0) AS kinds
FROM (
    SELECT coalesce(d.rnd, s.rnd) AS rnd, coalesce(d.hand, s.hand) AS hand, coalesce(d.bettor, s.bettor) AS bettor, d.* EXCLUDE (rnd, hand, bettor),
        s.* EXCLUDE (rnd, hand, bettor)
    FROM due d FULL JOIN settled s ON s.rnd = d.rnd AND s.hand = d.hand AND s.bettor = d.bettor
) s JOIN rounds r USING (rnd) LEFT JOIN boxes b ON b.rnd = s.rnd AND b.box = s.hand >> 10 AND b.side = 0
-- shown
SELECT session, round, (nullif(what >> 41, 0) - 1)::INTEGER AS step, ((what >> 35) & 63)::INTEGER AS box, nullif((what >> 16) & 255, 255)::INTEGER AS seat,
    packed.hand_name((what >> 25) & 65535) AS hand, (what >> 24) & 1 > 0 AS others_box,
    packed.outcome_name(nullif(what & 255, 255), kinds & 65535) AS outcome, whole AS stake, n AS payout, n - whole AS net,
    packed.outcome_name(nullif((what >> 8) & 255, 255), kinds >> 16) AS due_outcome, payout AS due_payout
FROM packed.settlements
