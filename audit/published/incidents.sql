-- table: incidents
-- comment: Errors of dealing, what the players chose after each, and rulings.
-- column session: number of the session
-- column round: number of the round
-- column step: place of the event in the log, from 0
-- column seat: seat of the box's player; NULL for a ruling
-- column hand: the hand as in the log; NULL for a ruling
-- column incident: missed, late, extra, toss, both, exposed, take, refuse, unasked, keep, overstood or ruling
-- column event: the event in the words of the log
SELECT r.session, r.round, e.step::INTEGER AS step, b.seat::INTEGER AS seat, CASE WHEN e.hand >> 10 < 15 THEN hand_name(e.hand) END AS hand, verb_name(e.said) AS incident, e.text::VARCHAR AS event
FROM rare e JOIN rounds r USING (rnd) LEFT JOIN boxes b ON b.rnd = e.rnd AND b.box = e.hand >> 10 AND b.side = 0
WHERE e.said IN (verb('missed'), verb('late'), verb('extra'), verb('toss'), verb('both'), verb('exposed'), verb('take'), verb('refuse'), verb('unasked'),
        verb('overstood'), verb('ruling'))
    OR (e.said = verb('keep') AND e.hand >> 10 < 15)
