-- code: rollback
-- title: The ledger has all the lines that a checkpoint which somebody kept has signed
-- severity: error
-- clauses: FORMAT-3 FORMAT-11
-- over: ledger
-- rows: known
SELECT 0 AS seq, NULL AS session, NULL AS round, '' AS who, NULL AS step, 'at least ' || size || ' lines' AS expected, size_now || ' lines' AS recorded,
    'More lines were signed, as ' || source || ' shows: the ledger was rolled back, or this is an old copy.' AS detail
FROM known WHERE size > size_now
