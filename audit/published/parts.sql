-- table: parts
-- comment: The parts of the ledger as they were judged one by one; a later audit that remembers adds to them only what is new.
-- column first: first line of the part
-- column lines: number of its lines
-- column key: name under which the auditor remembers what it came to; NULL where that was not wished
SELECT "first", lines, nullif(key, '') AS key FROM parts_rows ORDER BY "first"
