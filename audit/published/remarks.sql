-- table: remarks
-- comment: What the audit says beside its findings: what it could not check, and what a reader should know.
-- column kind: not checked, or notice
-- column remark: one or more sentences
SELECT kind::VARCHAR AS kind, remark::VARCHAR AS remark FROM remarks_rows ORDER BY place
