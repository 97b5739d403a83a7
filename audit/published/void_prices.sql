-- table: void_prices
-- comment: What each account would have won or lost in a round that was broken off, with defaults and under the cards of its sealed shoe.
-- column session: number of the session
-- column round: number of the round in its session
-- column seq: line of the ledger that holds it
-- column seat: seat of the player; NULL for the house
-- column name: name of the player; NULL for the house
-- column price: what would have been won, negative what would have been lost
SELECT session, round, seq, nullif(seat, 0) AS seat, nullif(name, '')::VARCHAR AS name, price FROM void_prices_rows ORDER BY seq, seat
