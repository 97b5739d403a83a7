-- when: peek_natural_takes = 'original'
-- G7: a dealer's natural that nobody could foresee takes no more of a box than its original stake: what busts have lost is counted first, then each losing hand
-- in order of paths takes what is still to be lost, and the rest comes back.
UPDATE due SET payout = o.payout FROM (
    SELECT rnd, hand, bettor, whole - greatest(0, least(whole, stake - bust - coalesce(sum(whole) OVER earlier, 0))) AS payout
    FROM (
        SELECT d.*, coalesce(sum(d.whole) FILTER (WHERE d.outcome = verb('bust')) OVER (PARTITION BY d.rnd, d.hand >> 10, d.bettor), 0) AS bust
        FROM due d JOIN rounds r USING (rnd) JOIN params p USING (session)
            JOIN final_hands h ON h.rnd = d.rnd AND h.hand = d.hand
        WHERE p.peek_natural_takes = 'original' AND r.two_total = 21 AND NOT h.is_overstood
    ) WHERE outcome = verb('lose')
    WINDOW earlier AS (PARTITION BY rnd, hand >> 10, bettor ORDER BY hand ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
) o WHERE due.rnd = o.rnd AND due.hand = o.hand AND due.bettor = o.bettor;
