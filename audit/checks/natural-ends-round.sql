-- code: natural-ends-round
-- title: A natural that the dealer's peek shows ends the round: nobody plays on
-- severity: error
-- clauses: T3.3 B2.4 P2.2 H3.1
-- over: rounds
SELECT r.seq, r.session, r.round, t.hand AS who, t.step, 'no decision' AS expected, verb_name(t.verb) AS recorded,
    'The dealer has a natural: ' || card_name(r.up) || ' and ' || card_name(r.hole) || '.' AS detail
FROM turns t JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE r.is_natural_peeked AND NOT (t.verb = verb('surrender') AND p.surrender_offered IN ('early', 'early-not-ace'))
