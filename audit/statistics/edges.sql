-- table: edges
-- comment: What the owners of boxes lost of their first stakes, by rule set: the figure that books call the house edge.
-- column profile: short name of the rule set
-- column rounds: rounds; the interval takes each as one draw
-- column boxes: boxes
-- column stake: their first stakes
-- column net: what their owners won, insurance and every double and split included; negative what they lost
-- column edge: what was lost for each unit of the first stakes
-- column edge_low: lower end of its 95% interval; NULL where fewer than two rounds, or no difference between them, give none
-- column edge_high: upper end of its 95% interval
-- shown
SELECT profile, count(*) AS rounds, sum(boxes)::BIGINT AS boxes, sum(stake)::BIGINT AS stake, sum(net)::BIGINT AS net,
    ratio(-net, stake) AS edge, ratio_low(-net, stake) AS edge_low, ratio_high(-net, stake) AS edge_high
FROM (SELECT session, round, count(*) AS boxes, sum(stake) AS stake, sum(net) AS net FROM boxes GROUP BY ALL)
JOIN sessions USING (session)
GROUP BY ALL ORDER BY profile
