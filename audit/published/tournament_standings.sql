-- table: tournament_standings
-- comment: Standings of the tournaments as the audit computes them, not as their line states them.
-- column line: line of the tournament
-- column place: place by net over all its sessions, equal nets sharing it
-- column session: number of the session
-- column seat: number of the seat
-- column name: the player's name
-- column stack: money at the start
-- column balance: money after the last round
-- column net: balance less stack
-- column rounds: rounds of the session
SELECT line, place, session, seat, name::VARCHAR AS name, stack, balance, net, rounds FROM tournament_standings_rows
ORDER BY line, place, session, seat
