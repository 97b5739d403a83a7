-- when: settlement_banker_natural <> 'single' OR table_irregularities <> 'off'
-- B2.4, H6.2: a dealer's natural takes as much again as each hand loses to it, from naturals only with "double". B5.6: who stood on more than 21 pays the stake again.
CREATE OR REPLACE TEMP TABLE due_forfeits AS
SELECT d.rnd, d.hand, d.bettor, d.whole - d.payout AS n
FROM due d JOIN rounds r USING (rnd) JOIN params p USING (session) JOIN final_hands h ON h.rnd = d.rnd AND h.hand = d.hand
WHERE d.outcome = verb('lose') AND r.two_total = 21 AND d.whole > d.payout AND NOT h.is_overstood
    AND (p.settlement_banker_natural = 'double' OR (p.settlement_banker_natural = 'double-not-naturals' AND NOT h.is_natural))
UNION ALL
SELECT d.rnd, d.hand, d.bettor, d.stake FROM due d JOIN final_hands h ON h.rnd = d.rnd AND h.hand = d.hand WHERE h.is_overstood AND d.outcome = verb('lose');
