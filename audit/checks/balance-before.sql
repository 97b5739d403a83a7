-- code: balance-before
-- title: A round begins with the balances that the one before it left, the first one with the stacks
-- severity: error
-- clauses: T2.2 T7.1
-- over: round-links
SELECT seq, session, round, CASE WHEN account = 0 THEN 'house' ELSE 's' || account END AS who, NULL AS step,
    p_after::VARCHAR AS expected, before::VARCHAR AS recorded, 'Money changed between two rounds.' AS detail
FROM round_accounts WHERE before <> p_after
