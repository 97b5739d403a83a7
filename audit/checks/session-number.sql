-- code: session-number
-- title: Sessions are numbered 1, 2, … in the order in which they open, and each opens once
-- severity: error
-- clauses: FORMAT-4
-- over: ledger
SELECT seq, session, NULL AS round, '' AS who, NULL AS step, 'session ' || nth AS expected, 'session ' || session AS recorded,
    'A session is missing, opened twice or out of order.' AS detail
FROM (SELECT *, row_number() OVER (ORDER BY seq) AS nth FROM records WHERE kind = 'open') WHERE session <> nth
