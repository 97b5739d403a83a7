-- code: session-close
-- title: Every session is closed
-- severity: error
-- clauses: FORMAT-4 T7.1
-- over: ledger
SELECT greatest(open_seq, last_round, start_seq) AS seq, session, NULL AS round, '' AS who, NULL AS step, 'a close' AS expected, 'none' AS recorded,
    'The session was not closed: its last seed and its standings are missing.' AS detail
FROM sessions WHERE close_seq < 0 AND NOT live
