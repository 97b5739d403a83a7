-- question: When was how much played?
-- reading: Hours are UTC, and `bank_net` is what the banks won at play in them.
SELECT strftime(hour, '%a %d %b, %H:%M') AS hour, sessions, rounds, boxes, hands, staked, bank_net
FROM volume_by_hour
