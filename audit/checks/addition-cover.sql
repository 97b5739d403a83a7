-- code: addition-cover
-- title: The player's own balance covers a double and what is charged for it, a triple or a split
-- severity: error
-- clauses: T4.2 T5.5 G2 E5.1 C3.3
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, t.hand AS who, t.step, 'at most ' || t.free AS expected,
    (t.stake + CASE WHEN t.verb = verb('double') THEN t.stake * p.double_commission_for // p.double_commission_per ELSE 0 END)::VARCHAR AS recorded,
    'The player had not enough left for a further stake.' AS detail
FROM turns t JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE t.verb IN (verb('double'), verb('triple'), verb('split'))
    AND t.free < t.stake + CASE WHEN t.verb = verb('double') THEN t.stake * p.double_commission_for // p.double_commission_per ELSE 0 END
