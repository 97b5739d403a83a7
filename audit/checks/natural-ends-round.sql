-- code: natural-ends-round
-- title: A dealer's natural ends the round: nobody plays on
-- severity: error
-- clauses: T3.3
-- over: rounds
SELECT r.seq, r.session, r.round, t.hand AS who, t.step, 'no decision' AS expected, verb_name(t.verb) AS recorded,
    'The dealer has a natural: ' || card_name(r.up) || ' and ' || card_name(r.hole) || '.' AS detail
FROM turns t JOIN rounds r USING (rnd)
WHERE r.two_total = 21
