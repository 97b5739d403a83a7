-- What several tables of the database are filled from; no check reads it. To go over all events for each of them anew took 3 µs a round.
-- Events that the tables of offers, of incidents and of the bank tell, `said` as their text has it.
CREATE OR REPLACE TEMP TABLE rare AS
SELECT e.rnd, e.step, e.verb, e.hand, e.seat, e.bettor, t.verb AS said, t.text, t.n FROM events e JOIN texts t USING (code)
WHERE t.verb IN (
    verb('accept bank'), verb('auction'), verb('bank'), verb('bid'), verb('both'), verb('claim aces'), verb('decline aces'),
    verb('decline bank'), verb('decline even'), verb('decline insurance'), verb('decline raise'), verb('decline redouble'),
    verb('decline surrender'), verb('even'), verb('exposed'), verb('extra'), verb('follow'), verb('insure'), verb('keep'),
    verb('late'), verb('lot'), verb('lot card'), verb('missed'), verb('overstood'), verb('pass'), verb('pays'), verb('raise'),
    verb('redouble'), verb('refuse'), verb('ruling'), verb('stay'), verb('surrender'), verb('take'), verb('toss'),
    verb('unasked'), verb('yield'));
