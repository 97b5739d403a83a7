-- table: decisions
-- comment: Every decision of a player's turn, with the hand as it stood.
-- column session: number of the session
-- column round: number of the round
-- column step: place of the event in the log, from 0
-- column box: number of the box
-- column hand: the hand as in the log
-- column action: hit, stand, double, split or surrender
-- column total: best total before it
-- column soft: whether an ace counted 11
-- column cards: number of cards before it
-- column upcard: the dealer's open card
-- column free_balance: money of the player that was not in play
SELECT r.session, r.round, t.step, (t.hand >> 10)::INTEGER AS box, hand_name(t.hand) AS hand, verb_name(t.verb) AS action,
    t.total_before::INTEGER AS total, t.soft_before AS soft, t.count_before::INTEGER AS cards, card_name(r.up) AS upcard, t.free AS free_balance
FROM turns t JOIN rounds r USING (rnd) WHERE t.verb <> verb('draw')
