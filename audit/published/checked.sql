-- table: checked
-- comment: How much the audit checked, in the order in which its report tells it.
-- column what: lines, sessions, rounds, shoes, cards, decisions, dealer draws, insurance settlements, payouts or tournaments
-- column n: how many
SELECT what, n FROM checked_rows ORDER BY place
