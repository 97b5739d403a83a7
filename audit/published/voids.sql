-- table: voids
-- comment: Every round that was broken off, and whether it has a price: what it would have come to (FORMAT §4).
-- column session: number of the session
-- column round: number of the round in its session; a void has one of its own
-- column seq: line of the ledger that holds it
-- column reason: why it was broken off, in the director's words
-- column events: events of its log
-- column priced: whether it has a price, in void_prices
-- column why_not: why it has none
SELECT session, round, seq, reason::VARCHAR AS reason, events, priced, nullif(why_not, '')::VARCHAR AS why_not FROM voids_rows ORDER BY seq
