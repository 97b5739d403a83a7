-- table: sessions
-- comment: Every session of the ledger.
-- column session: number of the session
-- column table_name: name of the table
-- column profile: short name of the rule set; a second one of the same name, but of other rules of play, has 2 behind it, and so on
-- column bank: house, or player where players bank
-- column mode: batch or live
-- column opened: time of the open line, UTC
-- column closed: time of the close line, UTC; NULL while open
-- column reason: why it ended: rounds, players, seeds or stopped
-- column seats: number of players
-- column rounds: rounds recorded
-- column rounds_by_rules: rounds that the rule set says
-- column stack: money of each player at the start by the rule set
-- column commitment: commitment to every shoe of the session, hex
-- column checked: whether the audit understands its rules
SELECT session, table_name::VARCHAR AS table_name, profile::VARCHAR AS profile, bank::VARCHAR AS bank, mode::VARCHAR AS mode,
    opened::TIMESTAMP AS opened, nullif(closed, '')::TIMESTAMP AS closed, nullif(reason, '')::VARCHAR AS reason, seats, rounds,
    nullif(rounds_by_rules, 0) AS rounds_by_rules, nullif(stack, 0) AS stack, commitment::VARCHAR AS commitment, checked
FROM sessions_rows ORDER BY session
