-- code: receipt
-- title: What was signed for a player's answer still stands in the ledger
-- severity: error
-- clauses: FORMAT-10
-- over: ledger
-- rows: receipts
SELECT seq, session, round, who, NULL AS step, expected, recorded, detail FROM receipts
