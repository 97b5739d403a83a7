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
-- shown
SELECT session, round, step::INTEGER AS step, account::INTEGER AS seat, box::INTEGER AS box, packed.wager_hand(hand, box) AS hand,
    packed.verb_name(verb) AS kind, -delta AS amount
FROM packed.moves
WHERE verb IN (packed.verb('bet'), packed.verb('raise'), packed.verb('redouble'), packed.verb('double'), packed.verb('triple'), packed.verb('split'),
    packed.verb('follow'), packed.verb('both'), packed.verb('withdraw'), packed.verb('sit'))
