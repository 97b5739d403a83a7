-- A round with the rule set that it was played under.
CREATE OR REPLACE TEMP VIEW table_rules AS
SELECT r.*, s.step, s.least, p.* EXCLUDE (session) FROM rounds r JOIN params p USING (session) JOIN steps s USING (session);

-- T3.1, T5.4: which final hands are naturals; G5: which are live and ordinary, so that the dealer's draws matter to them.
CREATE OR REPLACE TEMP TABLE final_hands AS
SELECT h.*,
    h.two_total = 21 AND h.cards = 2 AND (h.depth = 0 OR p.natural_after_split) AS is_natural,
    h.total <= 21 AND h.surrendered = 0 AND NOT (h.two_total = 21 AND h.cards = 2 AND (h.depth = 0 OR p.natural_after_split)) AS is_live
FROM hands h JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE h.splits = 0 AND h.cards > 0;

CREATE OR REPLACE TEMP TABLE living AS
SELECT r.rnd, count(h.rnd) AS live FROM rounds r LEFT JOIN final_hands h ON h.rnd = r.rnd AND h.is_live GROUP BY r.rnd;

-- T3.3, T3.5, T4.1, T6.2: what each hand must get. Nothing is due where the dealer's two cards are not known: other checks say so.
CREATE OR REPLACE TEMP TABLE due AS
SELECT rnd, hand, outcome,
    CASE outcome
        WHEN 'surrender' THEN stake // 2
        WHEN 'natural' THEN stake + stake * natural_pays_for // natural_pays_per
        WHEN 'win' THEN 2 * whole
        WHEN 'push' THEN whole
        ELSE 0 END AS payout
FROM (
    SELECT h.rnd, h.hand, h.stake, h.stake * CASE WHEN h.doubled > 0 THEN 2 ELSE 1 END AS whole, p.natural_pays_for, p.natural_pays_per,
        CASE
            WHEN h.total > 21 THEN 'bust'
            WHEN h.surrendered > 0 THEN 'surrender'
            WHEN r.two_total = 21 AND h.is_natural AND h.depth = 0 THEN 'push'
            WHEN r.two_total = 21 THEN 'lose'
            WHEN h.is_natural THEN 'natural'
            WHEN r.dealer_total > 21 OR h.total > r.dealer_total THEN 'win'
            WHEN h.total = r.dealer_total THEN 'push'
            ELSE 'lose' END AS outcome
    FROM final_hands h JOIN rounds r USING (rnd) JOIN params p USING (session)
    WHERE r.deals = 1 AND r.holes = 1
);

-- What is due beside what was recorded.
CREATE OR REPLACE TEMP TABLE settlement AS
SELECT coalesce(d.rnd, s.rnd) AS rnd, coalesce(d.hand, s.hand) AS hand, d.outcome, d.payout, s.step, s.verb, s.n,
    d.rnd IS NOT NULL AS is_due, s.rnd IS NOT NULL AS is_recorded
FROM due d FULL JOIN settled s ON s.rnd = d.rnd AND s.hand = d.hand;
