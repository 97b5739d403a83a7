-- question: Who won, who lost, and is it more than luck?
-- reading: Of each unit that Ann staked, 0.98 came back. What her way of playing gives in the long run lies, nineteen times of twenty, between the two ends; as 1 lies there too, these rounds alone do not show that she loses. Of Di they do.
SELECT name, sessions, rounds, staked, net, return_rate, return_low, return_high
FROM net_by_player
