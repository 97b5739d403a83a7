-- question: When was how much played?
-- reading: Hours are those of the world's clock (UTC), and `bank_net` is what the banks won at play in them.
FROM volume_by_hour
