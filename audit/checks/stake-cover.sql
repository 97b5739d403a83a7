-- code: stake-cover
-- title: A player stakes no more than they have
-- severity: error
-- clauses: G2 T2.2 B8.1
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, wager_name(s.hand, s.bettor) AS who, s.step, 'at most ' || s.free // s.hands AS expected, s.n::VARCHAR AS recorded,
    'The player''s balance does not cover the stake.' AS detail
FROM staking s JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE s.verb = verb('bet') AND s.seat > 0 AND s.n * s.hands > s.free
