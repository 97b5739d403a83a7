-- code: bank-holder
-- title: The banker of a round is the one to whom the bank has passed
-- severity: error
-- clauses: C1.1 B1.3 B1.4 H6.3
-- over: ledger
-- when: changes
SELECT seq, session, round, 'D' AS who, NULL AS step, 's' || expected AS expected, 'account ' || recorded AS recorded,
    'By the events before the round another one banks.' AS detail
FROM bankers WHERE expected <> recorded
