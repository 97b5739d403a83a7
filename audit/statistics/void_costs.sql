-- table: void_costs
-- comment: Rounds that were broken off, by session, and what they would have come to under the cards of their shoes.
-- column session: number of the session
-- column voids: rounds that were broken off
-- column priced: how many of them have a price
-- column to_players: what the players together would have won in those, negative what they would have lost; 0 where a player banked
-- column to_house: the same for the house
-- column changed_hands: money that would have gone from one account to another in those
-- shown
SELECT session, count(*) AS voids, count(*) FILTER (priced) AS priced, sum(coalesce(players, 0))::BIGINT AS to_players,
    sum(coalesce(house, 0))::BIGINT AS to_house, sum(coalesce(moved, 0))::BIGINT AS changed_hands
FROM voids LEFT JOIN (
    SELECT seq, sum(price) FILTER (seat IS NOT NULL) AS players, sum(price) FILTER (seat IS NULL) AS house,
        sum(greatest(price, 0)) AS moved
    FROM void_prices GROUP BY seq
) USING (seq)
GROUP BY session ORDER BY session
