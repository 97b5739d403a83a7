-- code: deal-banker
-- title: The dealer gets one card up and one down
-- severity: error
-- clauses: T2.3 G1
-- over: rounds
SELECT seq, session, round, 'D' AS who, NULL AS step, '1 card up, 1 down' AS expected, deals || ' up, ' || holes || ' down' AS recorded,
    'The dealer did not get the cards that the deal must give.' AS detail
FROM rounds
WHERE deals <> 1 OR holes <> 1
