-- when: peek_natural_takes = 'original'
-- G7: a dealer's natural that nobody could foresee takes no more of a box than its original stake: what busts have lost is counted first, then each losing hand
-- in order of paths takes what is still to be lost, and the rest comes back. Two hands of one deal (B5.2) have an original stake each.
CREATE OR REPLACE TEMP TABLE original_due AS FROM due;
UPDATE original_due SET payout = o.payout FROM (
    WITH lost AS (
        SELECT d.*, CASE WHEN (d.rnd, d.hand >> 10) IN (SELECT (rnd, box) FROM boxes WHERE hands > 1) THEN d.hand >> 8 << 8 ELSE d.hand >> 10 << 10 END AS root
        FROM due d JOIN rounds r USING (rnd) JOIN params p USING (session)
            JOIN final_hands h ON h.rnd = d.rnd AND h.hand = d.hand
        WHERE p.peek_natural_takes = 'original' AND r.two_total = 21 AND NOT h.is_overstood
    ), counted AS (
        SELECT *, coalesce(sum(whole) FILTER (WHERE outcome = verb('bust')) OVER (PARTITION BY rnd, root, bettor), 0) AS bust FROM lost
    )
    SELECT rnd, hand, bettor, whole - greatest(0, least(whole, stake - bust - coalesce(sum(whole) OVER earlier, 0))) AS payout
    FROM counted WHERE outcome = verb('lose')
    WINDOW earlier AS (PARTITION BY rnd, root, bettor ORDER BY hand ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
) o WHERE original_due.rnd = o.rnd AND original_due.hand = o.hand AND original_due.bettor = o.bettor;
CREATE OR REPLACE TEMP VIEW due AS FROM original_due;
