-- code: deal-first
-- title: Where stakes follow the first card, it is dealt to each box on which its player could stake beside their lower boxes, and to no other
-- severity: error
-- clauses: B2.2 H2.3
-- over: rounds
-- when: stakes_when = 'after-first-card'
WITH judged AS (
    SELECT r.seq, r.session, r.round, b.hand, b.deals, b.deals_step, b.released, b.purse, b.seat > 0 AND NOT b.gone AS is_there,
        sum(lowest(b.minimum, p.step)) OVER (PARTITION BY b.rnd, b.seat ORDER BY b.box) AS needed
    FROM boxes b JOIN rounds r USING (rnd) JOIN params p USING (session) WHERE p.stakes_when = 'after-first-card' AND b.side = 0
)
SELECT seq, session, round, hand AS who, nullif(deals_step, -1) AS step, CASE WHEN is_there AND purse >= needed THEN 'a first card' ELSE 'no card' END AS expected,
    CASE WHEN deals > 0 THEN 'a card' ELSE 'none' END AS recorded,
    CASE WHEN is_there THEN 'The player has ' || purse || '; for this box and the lower ones ' || needed || ' are needed.' ELSE 'Nobody plays this box.' END AS detail
FROM judged WHERE NOT released AND (deals > 0) <> (is_there AND purse >= needed)
