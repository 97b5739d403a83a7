-- code: hand-path
-- title: Stakes, deals and insurance belong to a box as a whole, and a split hand is played only where a split has made it
-- severity: error
-- clauses: T5.1 T2.3 T3.2 FORMAT-8
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, e.hand AS who, e.step, 'hand ' || (e.hand >> 10) AS expected, hand_name(e.hand) || ' ' || verb_name(e.verb) AS recorded,
    'Only the box itself is staked on, dealt to and insured.' AS detail
FROM events e JOIN rounds r USING (rnd)
WHERE e.code IN (SELECT code FROM texts WHERE hand & 1023 <> 0 AND verb IN
    (verb('bet'), verb('deal'), verb('insure'), verb('decline insurance'), verb('insurance')))
UNION ALL
SELECT r.seq, r.session, r.round, h.hand, h.first_step, 'no such hand', hand_name(h.hand), 'No split has made this hand.'
FROM hands h JOIN rounds r USING (rnd)
WHERE h.depth > 0 AND NOT h.made
