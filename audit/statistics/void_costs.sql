-- table: void_costs
-- comment: Rounds that were broken off, by session, and what they would have come to under the cards of their shoes.
-- column session: number of the session
-- column voids: rounds that were broken off
-- column priced: how many of them have a price
-- column to_players: what the players together would have won in those, negative what they would have lost
-- column to_house: the same for the house
-- shown
SELECT session, count(*) AS voids, count(*) FILTER (priced) AS priced, sum(coalesce(players, 0))::BIGINT AS to_players,
    sum(coalesce(house, 0))::BIGINT AS to_house
FROM voids LEFT JOIN (
    SELECT seq, sum(price) FILTER (seat IS NOT NULL) AS players, sum(price) FILTER (seat IS NULL) AS house FROM void_prices GROUP BY seq
) USING (seq)
GROUP BY session ORDER BY session
