-- code: accounts
-- title: There is a balance for the house and each seat, and no other
-- severity: error
-- clauses: FORMAT-2
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, 'all' AS who, NULL AS step, r.accounts || ' balances' AS expected,
    r.before_count || ' before, ' || r.after_count || ' after' AS recorded, 'The lists of balances do not fit the seats.' AS detail
FROM rounds r JOIN params p USING (session) WHERE r.before_count <> r.accounts OR r.after_count <> r.accounts
