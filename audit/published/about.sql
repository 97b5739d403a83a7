-- table: about
-- comment: What this database was made from, in one row.
-- column format: version of these tables' layout
-- column auditor: the program that wrote them
-- column ledger: name of the ledger
-- column size: number of its lines
-- column root: root of the tree over them, hex
-- column findings: number of violations found
SELECT format, auditor, ledger, size, root, findings FROM about_rows
