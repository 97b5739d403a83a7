-- code: event-again
-- title: A tournament is ranked once
-- severity: notice
-- clauses: FORMAT-4
-- over: ledger
-- rows: tournaments
-- A later ranking under the same name is no fault, but whoever was told of one should know that there is another.
SELECT line AS seq, NULL AS session, NULL AS round, '' AS who, NULL AS step, 'one ranking of a tournament' AS expected, 'number ' || nth AS recorded,
    'The tournament ' || name || ' has been ranked before.' AS detail
FROM (SELECT *, row_number() OVER (PARTITION BY folded ORDER BY line) AS nth FROM tournaments) WHERE nth > 1
