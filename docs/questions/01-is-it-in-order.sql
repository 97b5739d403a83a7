-- question: Is the ledger in order, and how much of it was checked?
-- reading: Nothing was found, and this is how much was looked at. What could not be checked would stand in the table `remarks`; findings in `findings`.
SELECT verdict, findings, what, n
FROM about, checked
WHERE what IN ('sessions', 'rounds', 'cards', 'decisions', 'payouts')
