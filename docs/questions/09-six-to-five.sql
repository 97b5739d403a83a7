-- question: What would the house have gained at the training table, had naturals paid 6:5 instead of 3:2?
-- reading: Three tenths of the stake on each natural that was paid, which is 0.0136 of all first stakes: so much higher the edge would have been with the same cards and decisions. The cards foretell just that.
SELECT sum(naturals)::BIGINT AS naturals, sum(gained)::DOUBLE AS gained, ratio(gained, stake) AS more_edge,
    ratio_low(gained, stake) AS low, ratio_high(gained, stake) AS high
FROM (
    SELECT b.session, b.round, count(h.hand) AS naturals, sum(b.stake) AS stake, 0.3 * sum(coalesce(h.stake, 0)) AS gained
    FROM boxes b JOIN sessions s ON s.session = b.session
        LEFT JOIN hands h ON h.session = b.session AND h.round = b.round AND h.box = b.box AND h.outcome = 'natural'
    WHERE s.profile = 'training'
    GROUP BY ALL
)
