-- table: tournaments
-- comment: Every tournament whose standings were signed into the ledger.
-- column line: line of the ledger
-- column name: name of the tournament
-- column ranked: time of the line, UTC
-- column players: players of its sessions
SELECT line, name::VARCHAR AS name, time::VARCHAR::TIMESTAMP AS ranked, players FROM tournaments_rows ORDER BY line
