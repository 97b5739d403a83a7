-- code: stake-cover
-- title: A player stakes no more than they have
-- severity: error
-- clauses: G2 T2.2
-- over: rounds
SELECT r.seq, r.session, r.round, b.hand AS who, b.bets_step AS step, 'at most ' || b.purse AS expected, b.stake::VARCHAR AS recorded,
    'The player''s balance does not cover the stake.' AS detail
FROM boxes b JOIN rounds r USING (rnd)
WHERE b.seat > 0 AND b.stake > b.purse
