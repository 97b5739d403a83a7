-- code: close-seed
-- title: The last seed that the close tells ends the chain that was committed to
-- severity: error
-- clauses: FORMAT-6
-- over: ledger
SELECT close_seq AS seq, session, NULL AS round, 'D' AS who, NULL AS step, last_seed AS expected, descended AS recorded,
    'Hashed down from seed ' || chain || ' of the chain, seed ' || last_index || ' is another one.' AS detail
FROM sessions WHERE close_seq >= 0 AND descended <> last_seed
