-- code: void
-- title: A round that was broken off moves no money but what the bank was sold for
-- severity: error
-- clauses: G9 B1.4 FORMAT-4
-- over: voids
SELECT r.seq, r.session, r.round, CASE WHEN a.account = 0 THEN 'house' ELSE 's' || a.account END AS who, NULL AS step,
    (a.before + a.sold)::VARCHAR AS expected, a.after::VARCHAR AS recorded, 'What was staked comes back.' AS detail
FROM accounts a JOIN rounds r USING (rnd) WHERE a.after <> a.before + a.sold
