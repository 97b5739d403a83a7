-- table: dealer_totals
-- comment: What the banker ended with, by upcard, in the rounds in which a live hand depended on it; a natural or a pair of aces that counts ends a round before that.
-- column profile: short name of the rule set
-- column up_rank: rank of the upcard, T for every ten-value
-- column made: the total, bust, or pictures
-- column rounds: rounds in which a live hand depended on the banker with such an upcard
-- column times: how many of them ended so
-- column share: times of rounds
-- column share_low: lower end of its 95% interval; NULL where there is but one round
-- column share_high: upper end of its 95% interval
-- shown
SELECT profile, up_rank, made, (sum(times) OVER upcard)::BIGINT AS rounds, times, times / rounds AS share,
    wilson_low(share, rounds, t95(rounds - 1)) AS share_low, wilson_high(share, rounds, t95(rounds - 1)) AS share_high
FROM (
    SELECT profile, up_rank, coalesce(special, CASE WHEN bust THEN 'bust' ELSE total::VARCHAR END) AS made, count(*) AS times
    FROM dealer JOIN sessions USING (session) WHERE had_to_play GROUP BY ALL
)
WINDOW upcard AS (PARTITION BY profile, up_rank)
ORDER BY profile, rank_order(up_rank), try_cast(made AS INTEGER) NULLS LAST, made
