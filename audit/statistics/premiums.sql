-- table: premiums
-- comment: Naturals, premiums and what else pays more than the stake: how often each was paid, and how much. A natural that pushed is not one of them.
-- column profile: short name of the rule set
-- column outcome: natural, suited, aces, pictures, or premium and its kind
-- column rounds: rounds with settled hands under that rule set; the interval takes each as one draw
-- column hands: hands settled in them, split ones counted each
-- column times: on how many of those hands it was paid
-- column share: times of hands
-- column share_low: lower end of its 95% interval; NULL where there is but one round
-- column share_high: upper end of its 95% interval
-- column staked: stakes on those hands, other people's bets too
-- column payout: what was paid on them, stakes included
-- column net: payout less staked
-- shown
WITH paid AS (
    SELECT session, round, outcome, count(*) FILTER (NOT others_box) AS times, sum(stake) AS stakes, sum(payout) AS payout
    FROM settlements WHERE outcome IN ('natural', 'suited', 'aces', 'pictures') OR outcome LIKE 'premium %' GROUP BY ALL
), possible AS (
    SELECT DISTINCT profile, outcome FROM paid JOIN sessions USING (session)
)
SELECT profile, outcome, count(*) AS rounds, sum(hands)::BIGINT AS hands, sum(coalesce(times, 0))::BIGINT AS times,
    ratio(coalesce(times, 0), hands) AS share, share_low(coalesce(times, 0), hands) AS share_low,
    share_high(coalesce(times, 0), hands) AS share_high, sum(stakes)::BIGINT AS staked, sum(payout)::BIGINT AS payout,
    (sum(payout) - sum(stakes))::BIGINT AS net
FROM rounds JOIN sessions USING (session) JOIN possible USING (profile) LEFT JOIN paid USING (session, round, outcome)
WHERE hands > 0 GROUP BY ALL ORDER BY profile, outcome
