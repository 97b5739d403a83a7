-- code: banker
-- title: The house holds the bank, or in a private game one of those who sit round the table
-- severity: error
-- clauses: T1.1 C1.1 P1.1 H1.1
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, 'D' AS who, NULL AS step, CASE WHEN p.bank_holder = 'house' THEN 'account 0' ELSE 'somebody with a place' END AS expected,
    'account ' || r.banker AS recorded, CASE WHEN p.bank_holder = 'house' THEN 'Only the house banks at this table.' ELSE 'Nobody there can bank.' END AS detail
FROM rounds r JOIN params p USING (session) LEFT JOIN seated s ON s.session = r.session AND s.seat = r.banker AND s.boxes > 0
WHERE CASE WHEN p.bank_holder = 'house' THEN r.banker <> 0 ELSE s.session IS NULL END
