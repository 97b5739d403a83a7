-- code: insurance-amount
-- title: Insurance is for at most half the stake, and no more than the player has
-- severity: error
-- clauses: T3.2 G2
-- over: rounds
SELECT p.seq, p.session, p.round, b.hand AS who, b.insures_step AS step,
    CASE WHEN p.insurance_amount = 'half' THEN (b.stake // 2)::VARCHAR ELSE '1 to ' || least(b.stake // 2, b.kept) END AS expected,
    b.insures_n::VARCHAR AS recorded, 'The stake is ' || b.stake || ', the player has ' || (b.kept) || ' beside it.' AS detail
FROM boxes b JOIN table_rules p USING (rnd)
WHERE b.insures > 0 AND (b.insures_n < 1 OR b.insures_n > b.stake // 2 OR b.insures_n > b.kept
    OR (p.insurance_amount = 'half' AND b.insures_n <> b.stake // 2)
    OR (p.stakes_breakage = 'exact' AND b.insures_n * p.insurance_pays_for % p.insurance_pays_per <> 0))
