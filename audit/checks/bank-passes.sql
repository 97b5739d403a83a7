-- code: bank-passes
-- title: The bank passes on when the rules say, and to whom they say
-- severity: error
-- clauses: C1.1 B1.3 H1.1 H6.3 G2 G9
-- over: ledger
-- when: changes
-- rows: between
SELECT seq, session, nullif(round, 0) AS round, CASE WHEN recorded <> 'none' THEN split_part(recorded, ' ', 1) ELSE split_part(expected, ' ', 1) END AS who, nullif(step, -1) AS step, expected, recorded, 'The new banker is another one, or the bank does not pass on here.' AS detail
FROM between WHERE about = 'passes' AND NOT at_close
