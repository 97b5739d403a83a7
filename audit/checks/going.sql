-- code: going
-- title: Who gets up, and who cannot cover the lowest stake in force, says so before a round, by seats; a banker only once the bank has passed on
-- severity: error
-- clauses: T7.1 G2 B2.2 FORMAT-8
-- over: ledger
-- when: changes
-- rows: between
SELECT seq, session, nullif(round, 0) AS round, CASE WHEN recorded <> 'none' THEN split_part(recorded, ' ', 1) ELSE split_part(expected, ' ', 1) END AS who, nullif(step, -1) AS step, expected, recorded, 'Somebody goes who may stay, or stays who must go.' AS detail
FROM between WHERE about = 'leaving' AND NOT at_close
