-- code: deal-boxes
-- title: Each staked box gets two cards, no other box any
-- severity: error
-- clauses: T2.3 G1
-- over: rounds
SELECT r.seq, r.session, r.round, b.hand AS who, nullif(b.deals_step, -1) AS step,
    CASE WHEN b.bets > 0 THEN '2 cards' ELSE 'no card' END AS expected, b.deals || ' cards' AS recorded,
    'The box did not get the cards that it must get.' AS detail
FROM boxes b JOIN rounds r USING (rnd)
WHERE b.deals <> CASE WHEN b.bets > 0 THEN 2 ELSE 0 END
