-- code: deal-banker
-- title: The banker gets one card up and one down, in the order that the deal's pattern says, or one up where there is no hole card
-- severity: error
-- clauses: T2.3 G1 G11 H2.1 H2.2 H2.3 C2.1 E2.1 B2.3 P2.1
-- over: rounds
SELECT r.seq, r.session, r.round, 'D' AS who, NULL AS step,
    CASE WHEN p.deal_pattern = 'no-hole' THEN '1 card up' WHEN is_hole_first(p.deal_pattern) THEN '1 card down, then 1 up' ELSE '1 card up, then 1 down' END AS expected,
    r.deals || ' up, ' || r.holes || ' down' || CASE WHEN r.hole_is_first THEN ' first' ELSE '' END AS recorded,
    'The banker did not get the cards that the deal must give.' AS detail
FROM rounds r JOIN params p USING (session)
WHERE r.deals <> 1 OR r.holes <> (p.deal_pattern <> 'no-hole')::INTEGER OR r.hole_is_first <> is_hole_first(p.deal_pattern)
