-- code: banker
-- title: The house holds the bank, or in a private game one of those who sit round the table
-- severity: error
-- clauses: T1.1 C1.1 P1.1 H1.1
-- over: rounds
-- begun: yes
SELECT p.seq, p.session, p.round, 'D' AS who, NULL AS step, CASE WHEN p.bank_holder = 'house' THEN 'account 0' ELSE 'somebody with a place' END AS expected,
    'account ' || p.banker AS recorded, CASE WHEN p.bank_holder = 'house' THEN 'Only the house banks at this table.' ELSE 'Nobody there can bank.' END AS detail
FROM table_rules p LEFT JOIN seated s ON s.session = p.session AND s.seat = p.banker AND s.boxes > 0
WHERE CASE WHEN p.bank_holder = 'house' THEN p.banker <> 0 ELSE s.session IS NULL END
