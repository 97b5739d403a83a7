-- code: tiles
-- title: Each hash tile of a published tree holds what the lines give
-- severity: error
-- clauses: FORMAT-13
-- over: ledger
-- rows: wrong_tiles
SELECT 0 AS seq, NULL AS session, NULL AS round, '' AS who, NULL AS step, 'the hashes of the lines' AS expected, name AS recorded,
    'A proof from this tile would lead to another root than the one signed.' AS detail
FROM wrong_tiles
