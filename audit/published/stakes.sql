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
-- Those of the moves, `what` as it is there.
SELECT session, round, ((what >> 40) & 32767)::INTEGER AS step, ((what >> 16) & 255)::INTEGER AS seat, ((what >> 8) & 255)::INTEGER AS box,
    packed.wager_hand((what >> 24) & 65535, (what >> 8) & 255) AS hand, packed.verb_name(what & 255) AS kind, -delta AS amount
FROM packed.moves
WHERE what & 255 IN (packed.verb('bet'), packed.verb('raise'), packed.verb('redouble'), packed.verb('double'), packed.verb('triple'),
    packed.verb('split'), packed.verb('follow'), packed.verb('both'), packed.verb('withdraw'), packed.verb('sit'))
