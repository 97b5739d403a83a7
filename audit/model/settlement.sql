-- What is due beside what was recorded; `premium` and `more` are the kinds of premiums.
CREATE OR REPLACE TEMP TABLE settlement AS
SELECT coalesce(d.rnd, s.rnd) AS rnd, coalesce(d.hand, s.hand) AS hand, coalesce(d.bettor, s.bettor) AS bettor, d.outcome, d.premium, d.payout, d.stake, d.whole,
    s.step, s.verb, s.more, s.n, d.rnd IS NOT NULL AS is_due, s.rnd IS NOT NULL AS is_recorded
FROM due d FULL JOIN settled s ON s.rnd = d.rnd AND s.hand = d.hand AND s.bettor = d.bettor;
