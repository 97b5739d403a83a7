-- code: closing-due
-- title: Nothing else stands between rounds, and no round is played where the session must close
-- severity: error
-- clauses: T7.1 G9 FORMAT-9
-- over: ledger
-- when: changes
-- rows: between
SELECT seq, session, nullif(round, 0) AS round, CASE WHEN recorded <> 'none' THEN split_part(recorded, ' ', 1) ELSE split_part(expected, ' ', 1) END AS who, nullif(step, -1) AS step, expected, recorded, 'Nobody is left to stake or to draw a banker, or this event has no place here.' AS detail
FROM between WHERE about = 'closing' AND NOT at_close
