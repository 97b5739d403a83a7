-- code: bank-auction
-- title: At an auction everybody with money bids once or passes, no more than they have; the highest bid, the earliest of equals, pays the banker
-- severity: error
-- clauses: B1.3 B1.4 H1.1 G2
-- over: ledger
-- when: changes
-- rows: between
SELECT seq, session, nullif(round, 0) AS round, CASE WHEN recorded <> 'none' THEN split_part(recorded, ' ', 1) ELSE split_part(expected, ' ', 1) END AS who, nullif(step, -1) AS step, expected, recorded, 'The auction did not go as it must.' AS detail
FROM between WHERE about = 'auction' AND NOT at_close
