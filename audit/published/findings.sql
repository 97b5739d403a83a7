-- table: findings
-- comment: What the audit found: every violation, the first thousand of each check.
-- column code: name of the check
-- column title: the rule that it checks
-- column severity: error or notice
-- column clauses: clauses of the rulebook, or sections of the format
-- column session: number of the session, NULL for the ledger itself
-- column round: number of the round, NULL where it is about no round
-- column who: hand, seat or account
-- column step: place of the event in the log, from 0
-- column expected: what should stand there
-- column recorded: what stands there
-- column detail: one sentence more
-- column seq: line of the ledger
SELECT code::VARCHAR AS code, title::VARCHAR AS title, severity::VARCHAR AS severity, clauses::VARCHAR AS clauses,
    nullif(session, 0) AS session, nullif(round, 0) AS round, who::VARCHAR AS who, nullif(step, -1) AS step,
    expected::VARCHAR AS expected, recorded::VARCHAR AS recorded, detail::VARCHAR AS detail, seq
FROM findings_rows
