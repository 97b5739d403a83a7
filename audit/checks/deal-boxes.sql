-- code: deal-boxes
-- title: Each staked box gets two cards, up or down as the deal's pattern says; no other box gets any, but the first one where stakes follow it
-- severity: error
-- clauses: T2.3 G1 G11 H2.1 H2.2 H2.3 C2.1 E2.1 B2.3 P2.1 B5.4
-- over: rounds
SELECT r.seq, r.session, r.round, b.hand AS who, nullif(b.deals_step, -1) AS step,
    CASE WHEN b.stake > 0 THEN '2 cards' WHEN p.stakes_when = 'after-first-card' THEN '1 card at most' ELSE 'no card' END
        || CASE WHEN r.first_is_down THEN ', the first down' ELSE '' END
        || CASE WHEN b.stake > 0 AND r.second_is_down THEN ', the second down' ELSE '' END AS expected,
    b.deals || ' cards' || CASE WHEN b.first_down THEN ', the first down' ELSE '' END || CASE WHEN b.second_down THEN ', the second down' ELSE '' END AS recorded,
    'The box did not get the cards that it must get.' AS detail
FROM boxes b JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE CASE WHEN b.stake > 0 THEN b.deals <> 2 ELSE b.deals > (p.stakes_when = 'after-first-card')::INTEGER END
    OR (NOT b.taken AND ((b.deals > 0 AND b.first_down <> r.first_is_down) OR (b.deals > 1 AND b.second_down <> r.second_is_down)))
