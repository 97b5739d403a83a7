-- table: checks
-- comment: Every check that the audit made, and how often it was broken.
-- column code: name of the check
-- column title: the rule that it checks
-- column severity: error, or notice for what breaks no rule
-- column clauses: clauses of the rulebook, or sections of the format
-- column findings: how often it was broken; the table findings tells of the first thousand
SELECT code, title, severity, clauses, findings FROM checks_rows ORDER BY code
