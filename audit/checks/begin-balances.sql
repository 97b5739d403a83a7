-- code: begin-balances
-- title: A begin has the balances and the banker as they stood
-- severity: error
-- clauses: FORMAT-4 B1.4
-- over: ledger
-- rows: begins
SELECT seq, session, round, 'all' AS who, NULL AS step, due_balances || CASE WHEN banker <> due_banker THEN ', account ' || due_banker || ' banking' ELSE '' END AS expected,
    balances || CASE WHEN banker <> due_banker THEN ', account ' || banker || ' banking' ELSE '' END AS recorded,
    'They are those before the round, and what was paid for the bank by then.' AS detail
FROM begins WHERE live AND (balances <> due_balances OR banker <> due_banker)
