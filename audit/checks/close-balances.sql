-- code: close-balances
-- title: The close has the balances that the last round left
-- severity: error
-- clauses: T7.1 FORMAT-4
-- over: ledger
SELECT s.close_seq AS seq, a.session, NULL AS round, CASE WHEN a.account = 0 THEN 'house' ELSE 's' || a.account END AS who, NULL AS step,
    a.due::VARCHAR AS expected, a.recorded::VARCHAR AS recorded, 'The final balance is another one.' AS detail
FROM close_accounts a JOIN sessions s USING (session) WHERE a.due <> a.recorded
UNION ALL
SELECT close_seq, session, NULL, 'all', NULL, (seats + 1) || ' balances', close_count || ' balances', 'The list of balances does not fit the seats.'
FROM sessions WHERE close_seq >= 0 AND close_count <> seats + 1
