-- code: session-start
-- title: Every session reveals its players' entropies before it is played
-- severity: error
-- clauses: FORMAT-4 FORMAT-6
-- over: ledger
SELECT open_seq AS seq, session, NULL AS round, '' AS who, NULL AS step, 'a start' AS expected, 'none' AS recorded,
    'The session was opened and its entropies never revealed: nothing shows that it was not dropped for the cards that it would have had.' AS detail
FROM sessions WHERE start_seq < 0 AND NOT (live AND close_seq < 0 AND first_round < 0)
