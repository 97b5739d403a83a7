-- table: dealer_busts
-- comment: How often the banker went over 21, by upcard, in the rounds in which a live hand depended on it.
-- column profile: short name of the rule set
-- column up_rank: rank of the upcard, T for every ten-value
-- column rounds: rounds in which a live hand depended on the banker with such an upcard
-- column busts: how many of them ended over 21
-- column share: busts of rounds
-- column share_low: lower end of its 95% interval; NULL where there is but one round
-- column share_high: upper end of its 95% interval
-- shown
SELECT profile, up_rank, rounds, busts, busts / rounds AS share, wilson_low(share, rounds, t95(rounds - 1)) AS share_low,
    wilson_high(share, rounds, t95(rounds - 1)) AS share_high
FROM (
    SELECT profile, up_rank, count(*) AS rounds, count(*) FILTER (bust) AS busts
    FROM dealer JOIN sessions USING (session) WHERE had_to_play GROUP BY ALL
)
ORDER BY profile, rank_order(up_rank)
