-- code: limits
-- title: Limits are changed by the banker once before a round, within those of the rules, and raised for a box, in this order
-- severity: error
-- clauses: B2.2 P1.3 H4.2
-- over: ledger
-- when: changes
-- rows: between
SELECT seq, session, nullif(round, 0) AS round, CASE WHEN recorded <> 'none' THEN split_part(recorded, ' ', 1) ELSE split_part(expected, ' ', 1) END AS who, nullif(step, -1) AS step, expected, recorded, 'These limits may not be set here.' AS detail
FROM between WHERE about = 'limits' AND NOT at_close
