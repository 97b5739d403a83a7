-- code: bank-drawn
-- title: A banker is drawn by lot or by the first ace, by the shoe or the stream that is due, and only where nobody else has the bank
-- severity: error
-- clauses: C1.1 B1.2 H1.1 FORMAT-6
-- over: ledger
-- when: changes
-- rows: between
SELECT seq, session, nullif(round, 0) AS round, CASE WHEN recorded <> 'none' THEN split_part(recorded, ' ', 1) ELSE split_part(expected, ' ', 1) END AS who, nullif(step, -1) AS step, expected, recorded, 'The draw did not go as it must.' AS detail
FROM between WHERE about = 'drawn' AND NOT at_close
