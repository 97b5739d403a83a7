-- Where what is due and what was recorded differ; `premium` and `more` are the kinds of premiums.
CREATE OR REPLACE TEMP TABLE settlement AS
SELECT coalesce(d.rnd, s.rnd) AS rnd, coalesce(d.hand, s.hand) AS hand, coalesce(d.bettor, s.bettor) AS bettor, d.outcome, d.premium, d.payout, d.stake, d.whole, d.total,
    s.step, s.verb, s.more, s.n, d.rnd IS NOT NULL AS is_due, s.rnd IS NOT NULL AS is_recorded
FROM due d FULL JOIN settled s ON s.rnd = d.rnd AND s.hand = d.hand AND s.bettor = d.bettor
WHERE d.rnd IS NULL OR s.rnd IS NULL OR d.outcome <> s.verb OR d.payout <> s.n OR (d.premium > 0 AND d.premium <> s.more);
