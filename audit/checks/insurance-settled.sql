-- code: insurance-settled
-- title: Insurance pays against a dealer's natural and is lost otherwise; each is settled once
-- severity: error
-- clauses: T3.4 E3.1 C3.5 C3.6 P3.1
-- over: rounds
SELECT r.seq, r.session, r.round, wager_name(w.hand, w.bettor) AS who, nullif(w.pays_step, -1) AS step,
    CASE WHEN w.insures = 0 THEN 'no insurance' WHEN r.two_total = 21
        THEN (w.insures_n + w.insures_n * p.insurance_pays_for // p.insurance_pays_per)::VARCHAR ELSE '0' END AS expected,
    CASE WHEN w.pays = 0 THEN 'not settled' WHEN w.pays > 1 THEN 'settled ' || times(w.pays) ELSE w.pays_n::VARCHAR END AS recorded,
    CASE WHEN r.two_total = 21 THEN 'The dealer has a natural.' ELSE 'The dealer has no natural.' END AS detail
FROM wagers w JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE w.insures + w.pays > 0 AND (w.pays <> (w.insures > 0)::INTEGER
    OR w.pays_n <> CASE WHEN r.two_total = 21 THEN w.insures_n + w.insures_n * p.insurance_pays_for // p.insurance_pays_per ELSE 0 END)
