-- code: hand-path
-- title: Stakes, deals and offers belong to a box as a whole, or to each of two hands played on it, and a split hand is played only where a split has made it
-- severity: error
-- clauses: T5.1 T2.3 T3.2 B5.2 FORMAT-8
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, e.hand AS who, e.step, 'hand ' || (e.hand >> 10) AS expected, hand_name(e.hand) || ' ' || verb_name(e.verb) AS recorded,
    'Only the box itself is staked on, dealt to, insured and asked.' AS detail
FROM (
    SELECT e.rnd, e.step, e.hand, e.verb FROM events e WHERE e.code IN (SELECT code FROM texts WHERE hand & 1023 <> 0 AND verb IN
        (verb('bet'), verb('withdraw'), verb('deal'), verb('down'), verb('insure'), verb('decline insurance'), verb('insurance'), verb('even'), verb('decline even'),
        verb('claim aces'), verb('decline aces'), verb('decline surrender'), verb('redouble'), verb('decline redouble')))
) e JOIN rounds r USING (rnd)
WHERE e.verb IN (verb('bet'), verb('withdraw')) OR (e.rnd, e.hand) NOT IN (SELECT (rnd, hand) FROM boxes WHERE hands > 1)
UNION ALL
SELECT r.seq, r.session, r.round, h.hand, h.first_step, 'no such hand', hand_name(h.hand), 'No split has made this hand.'
FROM hands h JOIN rounds r USING (rnd)
WHERE h.depth > 0 AND NOT h.made
