-- code: insurance-settled
-- title: Insurance pays against a dealer's natural and is lost otherwise; each is settled once
-- severity: error
-- clauses: T3.4
-- over: rounds
SELECT p.seq, p.session, p.round, b.hand AS who, nullif(b.pays_step, -1) AS step,
    CASE WHEN b.insures = 0 THEN 'no insurance' WHEN p.two_total = 21
        THEN (b.insures_n + b.insures_n * p.insurance_pays_for // p.insurance_pays_per)::VARCHAR ELSE '0' END AS expected,
    CASE WHEN b.pays = 0 THEN 'not settled' WHEN b.pays > 1 THEN 'settled ' || times(b.pays) ELSE b.pays_n::VARCHAR END AS recorded,
    CASE WHEN p.two_total = 21 THEN 'The dealer has a natural.' ELSE 'The dealer has no natural.' END AS detail
FROM boxes b JOIN table_rules p USING (rnd)
WHERE b.insures + b.pays > 0 AND (b.pays <> (b.insures > 0)::INTEGER
    OR b.pays_n <> CASE WHEN p.two_total = 21 THEN b.insures_n + b.insures_n * p.insurance_pays_for // p.insurance_pays_per ELSE 0 END)
