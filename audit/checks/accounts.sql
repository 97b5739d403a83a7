-- code: accounts
-- title: There is a balance for the house and each seat, and no other
-- severity: error
-- clauses: FORMAT-2
-- over: rounds
-- begun: yes
SELECT p.seq, p.session, p.round, 'all' AS who, NULL AS step, p.accounts || ' balances' AS expected,
    p.before_count || ' before, ' || p.after_count || ' after' AS recorded, 'The lists of balances do not fit the seats.' AS detail
FROM table_rules p WHERE p.before_count <> p.accounts OR p.after_count <> p.accounts
