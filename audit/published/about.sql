-- table: about
-- comment: What this database was made from and what the audit came to, in one row.
-- column format: version of these tables' layout
-- column auditor: the program that wrote them
-- column ledger: name of the ledger
-- column size: number of its lines
-- column root: root of the tree over them, hex
-- column verdict: CLEAN, VIOLATIONS FOUND or NOT FULLY VERIFIED
-- column findings: number of violations found
SELECT format, auditor, ledger, size, root, verdict, findings FROM about_rows
