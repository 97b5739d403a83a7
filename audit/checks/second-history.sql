-- code: second-history
-- title: The ledger begins with the lines that a checkpoint which somebody kept has signed
-- severity: error
-- clauses: FORMAT-3 FORMAT-11
-- over: ledger
-- rows: known
SELECT 0 AS seq, NULL AS session, NULL AS round, '' AS who, NULL AS step, root AS expected, root_now AS recorded,
    'Other lines were signed as the first ' || size || ', as ' || source || ' shows: there are two histories. `shoe audit --equivocation FILE` writes the proof.' AS detail
FROM known WHERE size <= size_now AND root <> root_now
