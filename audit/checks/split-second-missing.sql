-- code: split-second-missing
-- title: No split hand stays without its second card
-- severity: error
-- clauses: T5.1 G6
-- over: rounds
SELECT r.seq, r.session, r.round, h.hand AS who, h.last_step AS step, 'a second card' AS expected, 'none' AS recorded,
    'The split hand has one card only.' AS detail
FROM hands h JOIN rounds r USING (rnd)
WHERE h.depth > 0 AND h.cards = 1 AND h.splits = 0 AND h.hand < r.last_dealt
