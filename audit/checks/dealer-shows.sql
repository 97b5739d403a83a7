-- code: dealer-shows
-- title: The dealer turns the hole card, once
-- severity: error
-- clauses: T6.1 G5
-- over: rounds
SELECT seq, session, round, 'D' AS who, nullif(show_step, -1) AS step, 'once' AS expected, times(shows) AS recorded,
    'The hole card must be shown in every round.' AS detail
FROM rounds WHERE shows <> 1
