-- code: bank-asked
-- title: The bank is offered in turn from the banker's left, and everybody answers until somebody accepts
-- severity: error
-- clauses: B1.3 B1.4 G9 G2 B4.2
-- over: ledger
-- when: changes
-- rows: between
SELECT seq, session, nullif(round, 0) AS round, CASE WHEN recorded <> 'none' THEN split_part(recorded, ' ', 1) ELSE split_part(expected, ' ', 1) END AS who, nullif(step, -1) AS step, expected, recorded, 'Somebody else is to be asked here, or nobody.' AS detail
FROM between WHERE about = 'asked' AND NOT at_close
