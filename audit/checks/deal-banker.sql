-- code: deal-banker
-- title: The dealer gets one card up, then one down
-- severity: error
-- clauses: T2.3 G1 G11
-- over: rounds
SELECT seq, session, round, 'D' AS who, NULL AS step, '1 card up, then 1 down' AS expected,
    deals || ' up, ' || holes || ' down' || CASE WHEN hole_is_first THEN ' first' ELSE '' END AS recorded,
    'The dealer did not get the cards that the deal must give.' AS detail
FROM rounds
WHERE deals <> 1 OR holes <> 1 OR hole_is_first
