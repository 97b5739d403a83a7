-- code: bank-kept
-- title: A banker keeps, yields or auctions the bank where the rules leave it open, and only there
-- severity: error
-- clauses: B1.3 B1.4 G9
-- over: ledger
-- when: changes
-- rows: between
SELECT seq, session, nullif(round, 0) AS round, CASE WHEN recorded <> 'none' THEN split_part(recorded, ' ', 1) ELSE split_part(expected, ' ', 1) END AS who, nullif(step, -1) AS step, expected, recorded, 'The banker has another choice here, or none.' AS detail
FROM between WHERE about = 'will' AND NOT at_close
