-- code: deal-banker
-- title: The banker gets one card up and one down, in the order that the deal's pattern says, or one up where there is no hole card
-- severity: error
-- clauses: T2.3 G1 G11 H2.1 H2.2 H2.3 C2.1 E2.1 B2.3 P2.1
-- over: rounds
SELECT p.seq, p.session, p.round, 'D' AS who, NULL AS step,
    CASE WHEN p.deal_pattern = 'no-hole' THEN '1 card up' WHEN is_hole_first(p.deal_pattern) THEN '1 card down, then 1 up' ELSE '1 card up, then 1 down' END AS expected,
    p.deals || ' up, ' || p.holes || ' down' || CASE WHEN p.hole_is_first THEN ' first' ELSE '' END AS recorded,
    'The banker did not get the cards that the deal must give.' AS detail
FROM table_rules p
WHERE p.deals <> 1 OR p.holes <> (p.deal_pattern <> 'no-hole')::INTEGER OR p.hole_is_first <> is_hole_first(p.deal_pattern)
