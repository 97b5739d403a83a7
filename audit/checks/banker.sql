-- code: banker
-- title: The house holds the bank
-- severity: error
-- clauses: T1.1
-- over: rounds
SELECT seq, session, round, 'D' AS who, NULL AS step, 'account 0' AS expected, 'account ' || banker AS recorded, 'Only the house banks at this table.' AS detail
FROM rounds WHERE banker <> 0
