-- code: insurance-amount
-- title: Insurance is for at most half the stake, or exactly half where the rules say so, and no more than the player has
-- severity: error
-- clauses: T3.2 E3.1 C3.5 P3.1 G2
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, wager_name(w.hand, w.bettor) AS who, w.insures_step AS step,
    CASE WHEN p.insurance_amount = 'half' THEN (w.stake // 2)::VARCHAR ELSE '1 to ' || least(w.stake // 2, w.insures_free) END AS expected,
    w.insures_n::VARCHAR AS recorded, 'The stake is ' || w.stake || ', the player has ' || w.insures_free || ' beside it.' AS detail
FROM wagers w JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE w.insures > 0 AND (w.insures_n < 1 OR w.insures_n > w.stake // 2 OR w.insures_n > w.insures_free
    OR (p.insurance_amount = 'half' AND w.insures_n <> w.stake // 2)
    OR (p.stakes_breakage = 'exact' AND w.insures_n * p.insurance_pays_for % p.insurance_pays_per <> 0))
