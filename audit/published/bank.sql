-- table: bank
-- comment: How the bank of a private game went from one to the next: every event about it.
-- column session: number of the session
-- column round: number of the round before which it happened
-- column step: place of the event in the log, from 0
-- column seat: who; of keep, yield and auction the banker of the time, which the event does not name: NULL
-- column event: lot, auction, bid, pass, pays, keep, yield, accept bank, decline bank, or bank (the banker from here on)
-- column amount: number of a lot, money of a bid or a payment; NULL where there is none
-- column card: card dealt for the bank; NULL where none was
SELECT r.session, r.round, e.step::INTEGER AS step, nullif(e.seat, 0)::INTEGER AS seat, replace(verb_name(e.verb), ' card', '') AS event,
    CASE WHEN e.verb IN (verb('lot'), verb('bid'), verb('pays')) THEN e.n END AS amount, CASE WHEN c.rnd IS NOT NULL THEN card_name(c.card) END AS card
FROM rare e JOIN rounds r USING (rnd) LEFT JOIN cards c ON e.verb = verb('lot card') AND c.rnd = e.rnd AND c.step = e.step
WHERE e.verb IN (verb('lot'), verb('lot card'), verb('auction'), verb('bid'), verb('pass'), verb('pays'), verb('yield'), verb('accept bank'), verb('decline bank'), verb('bank'))
    OR (e.verb = verb('keep') AND e.hand >> 10 = 15)
