-- table: offers
-- comment: Everything that the rules offered with a yes or a no, and the answer.
-- column session: number of the session
-- column round: number of the round
-- column step: place of the event in the log, from 0
-- column seat: who was asked; NULL for the house
-- column hand: the hand that it is about, as in the log; NULL for the bank, D for the banker's raise
-- column offer: insurance, even money, surrender, aces, raise, redouble, follow or bank
-- column taken: whether it was taken
-- column amount: what the event names: an insurance's stake, what even money or a surrender pays; NULL where it names none
SELECT r.session, r.round, e.step::INTEGER AS step,
    CASE WHEN e.hand >> 10 = 15 THEN nullif(r.banker, 0) WHEN e.seat > 0 THEN e.seat ELSE b.seat END AS seat,
    nullif(hand_name(e.hand), '') AS hand, o.offer, o.taken, CASE WHEN o.names_amount THEN e.n END AS amount
FROM rare e JOIN rounds r USING (rnd) JOIN params p USING (session) JOIN (
    SELECT unnest([
        {'verb': verb('insure'), 'offer': 'insurance', 'taken': true, 'names_amount': true},
        {'verb': verb('decline insurance'), 'offer': 'insurance', 'taken': false, 'names_amount': false},
        {'verb': verb('even'), 'offer': 'even money', 'taken': true, 'names_amount': true},
        {'verb': verb('decline even'), 'offer': 'even money', 'taken': false, 'names_amount': false},
        {'verb': verb('surrender'), 'offer': 'surrender', 'taken': true, 'names_amount': true},
        {'verb': verb('decline surrender'), 'offer': 'surrender', 'taken': false, 'names_amount': false},
        {'verb': verb('claim aces'), 'offer': 'aces', 'taken': true, 'names_amount': false},
        {'verb': verb('decline aces'), 'offer': 'aces', 'taken': false, 'names_amount': false},
        {'verb': verb('raise'), 'offer': 'raise', 'taken': true, 'names_amount': false},
        {'verb': verb('decline raise'), 'offer': 'raise', 'taken': false, 'names_amount': false},
        {'verb': verb('redouble'), 'offer': 'redouble', 'taken': true, 'names_amount': false},
        {'verb': verb('decline redouble'), 'offer': 'redouble', 'taken': false, 'names_amount': false},
        {'verb': verb('follow'), 'offer': 'follow', 'taken': true, 'names_amount': true},
        {'verb': verb('stay'), 'offer': 'follow', 'taken': false, 'names_amount': false},
        {'verb': verb('accept bank'), 'offer': 'bank', 'taken': true, 'names_amount': false},
        {'verb': verb('decline bank'), 'offer': 'bank', 'taken': false, 'names_amount': false}
    ], recursive := true)
) o ON o.verb = e.verb
LEFT JOIN boxes b ON b.rnd = e.rnd AND b.box = e.hand >> 10 AND b.side = 0
WHERE NOT (e.verb = verb('surrender') AND (p.surrender_offered = 'late' OR e.bettor > 0))
