-- code: addition-cover
-- title: The player's own balance covers a double or a split
-- severity: error
-- clauses: T4.2 T5.5 G2
-- over: rounds
SELECT r.seq, r.session, r.round, t.hand AS who, t.step, 'at most ' || t.free AS expected, t.stake::VARCHAR AS recorded,
    'The player had not enough left for a further stake.' AS detail
FROM turns t JOIN rounds r USING (rnd)
WHERE t.verb IN (verb('double'), verb('split')) AND t.free < t.stake
