-- table: premiums
-- comment: Premiums and what else pays more than the stake: how often each came, and what it paid.
-- column profile: short name of the rule set
-- column outcome: natural, suited, aces, pictures, or premium and its kind
-- column times: how often it was paid
-- column of_hands: hands that were settled under that rule set
-- column share: times of those hands
-- column share_low: lower end of its 95% interval, rounds as draws
-- column share_high: upper end of its 95% interval
-- column stake: stakes of those hands
-- column payout: what was paid on them, stakes included
-- column net: payout less stake
-- shown
SELECT profile, outcome, sum(times)::BIGINT AS times, any_value(hands)::BIGINT AS of_hands, sum(times) / any_value(hands) AS share,
    wilson_low(share, of_hands, t95(any_value(rounds) - 1)) AS share_low, wilson_high(share, of_hands, t95(any_value(rounds) - 1)) AS share_high,
    sum(stake)::BIGINT AS stake, sum(payout)::BIGINT AS payout, sum(payout - stake)::BIGINT AS net
FROM (
    SELECT profile, outcome, count(*) AS times, sum(stake) AS stake, sum(payout) AS payout
    FROM settlements JOIN sessions USING (session)
    WHERE outcome IN ('natural', 'suited', 'aces', 'pictures') OR outcome LIKE 'premium %' GROUP BY ALL
) JOIN (SELECT profile, sum(hands) AS hands, count(*) AS rounds FROM rounds r JOIN sessions USING (session) GROUP BY ALL) USING (profile)
GROUP BY ALL ORDER BY profile, outcome
