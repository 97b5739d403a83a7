-- code: stake-players
-- title: Whoever can cover the minimum stakes exactly once, nobody else does
-- severity: error
-- clauses: T2.2 T7.1 T2.3
-- over: rounds
SELECT p.seq, p.session, p.round, b.hand AS who, nullif(b.bets_step, -1) AS step,
    CASE WHEN b.seat > 0 AND b.purse >= p.least AND NOT b.gone THEN 'one stake' ELSE 'no stake' END AS expected,
    times(b.bets) AS recorded,
    CASE WHEN b.seat = 0 THEN 'Nobody sits at this box.' WHEN b.gone THEN 'The player of this box has left.'
        ELSE 'The player of this box has ' || b.purse || '; the minimum is ' || p.least || '.' END AS detail
FROM boxes b JOIN table_rules p USING (rnd)
WHERE b.bets <> (b.seat > 0 AND b.purse >= p.least AND NOT b.gone)::INTEGER
