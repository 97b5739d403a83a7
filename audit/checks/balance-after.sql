-- code: balance-after
-- title: Balances after a round are those before it and what its events move
-- severity: error
-- clauses: T2.2 T6.2 G2 T3.2 T4.2 T5.1 E1.2 G9 H2.3 C3.2 H7.2 B5.1 B5.2 H8 B1.4
-- over: rounds
SELECT r.seq, r.session, r.round, CASE WHEN a.account = 0 THEN 'house' ELSE 's' || a.account END AS who, NULL AS step,
    (a.before + a.change)::VARCHAR AS expected, a.after::VARCHAR AS recorded,
    'Before the round it was ' || a.before || ', the events change it by ' || a.change || '.' AS detail
FROM accounts a JOIN rounds r USING (rnd)
WHERE a.after <> a.before + a.change
