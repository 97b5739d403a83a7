-- code: begin-missing
-- title: Every round of a live session was begun, and signed, before its first card
-- severity: error
-- clauses: FORMAT-4
-- over: ledger
-- rows: begins
SELECT seq, session, round, '' AS who, NULL AS step, 'a begin directly before it' AS expected, CASE before WHEN '' THEN 'nothing' ELSE 'a ' || before END AS recorded,
    'Nothing shows what had been staked before the cards of this round were known.' AS detail
FROM begins WHERE live AND kind IN ('round', 'void') AND before <> 'begin'
