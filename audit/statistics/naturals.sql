-- table: naturals
-- comment: How often the first two cards were a natural, of boxes and of the banker. Without a hole card the banker takes a second one only where something depends on it, oftener with a ten or an ace: the share is of those rounds.
-- column profile: short name of the rule set
-- column whose: box or banker
-- column rounds: rounds; the interval takes each as one draw
-- column hands: first hands of two cards
-- column naturals: how many of them were a natural
-- column share: naturals of hands
-- column share_low: lower end of its 95% interval; NULL where there is but one round
-- column share_high: upper end of its 95% interval
-- shown
SELECT profile, whose, count(*) AS rounds, sum(two)::BIGINT AS hands, sum("natural")::BIGINT AS naturals, ratio("natural", two) AS share,
    share_low("natural", two) AS share_low, share_high("natural", two) AS share_high
FROM (
    SELECT session, round, 'box' AS whose, count(*) AS two, count(*) FILTER ("natural") AS "natural"
    FROM boxes WHERE second_card <> 'no card' GROUP BY ALL
    UNION ALL
    SELECT session, round, 'banker', 1, "natural"::INTEGER FROM dealer WHERE cards > 1
) JOIN sessions USING (session)
GROUP BY ALL ORDER BY profile, whose DESC
