-- question: With a hard 12 to 16 against a seven or better at the training table, is it better to hit or to stand?
-- reading: Both lose, standing far more: the two intervals lie apart. What came after the first decision counts too, whoever made it.
SELECT action, count(*) AS rounds, sum(boxes)::BIGINT AS boxes, ratio(payout, staked) AS return_rate,
    ratio_low(payout, staked) AS return_low, ratio_high(payout, staked) AS return_high
FROM (
    SELECT session, round, action, count(*) AS boxes, sum(staked) AS staked, sum(payout) AS payout
    FROM boxes JOIN decisions USING (session, round, box) JOIN sessions USING (session)
    WHERE profile = 'training' AND starting_total BETWEEN 12 AND 16 AND NOT starting_soft AND up_rank IN ('7', '8', '9', 'T', 'A')
        AND cards = 2 AND hand = box::VARCHAR AND action IN ('hit', 'stand')
    GROUP BY ALL
)
GROUP BY action
ORDER BY action
