-- code: close-seed
-- title: The last seed that the close tells ends the chain that was committed to
-- severity: error
-- clauses: FORMAT-6
-- over: ledger
SELECT close_seq AS seq, session, NULL AS round, 'D' AS who, NULL AS step, commitment AS expected, descended AS recorded,
    'Hashed down ' || chain || ' times, the last seed does not give the commitment.' AS detail
FROM sessions WHERE close_seq >= 0 AND descended <> commitment
