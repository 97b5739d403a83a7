-- question: What did each table bring to whoever banked there?
-- reading: A line without a name is the house. `hold_rate` is what remained of each unit that was staked; the interval of Di, who banked twice, says that two rounds tell nothing.
SELECT profile, banker, rounds, staked, net, hold_rate, hold_low, hold_high
FROM bank_performance
