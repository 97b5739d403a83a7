-- code: redouble
-- title: After a raise everyone whose balance covers it is asked to redouble, once; where a first card decides, it is as it says
-- severity: error
-- clauses: H2.3 H9.1 G2
-- over: rounds
-- when: stakes_redouble <> 'never'
WITH raised AS (
    SELECT DISTINCT rnd FROM staking WHERE verb = verb('raise')
), judged AS (
    SELECT r.seq, r.session, r.round, w.hand, w.bettor, w.redoubles, w.declines_redouble AS declines, greatest(w.redoubles_step, w.declines_redouble_step) AS step,
        w.stake // (1 << least(w.redoubles, 1)) AS raised, d.rnd IS NOT NULL AND w.stake > 0 AND p.stakes_redouble <> 'never' AS is_raised, w.first,
        p.stakes_redouble = 'ace-not-picture' AND is_ace(w.first) AS is_forced, p.stakes_redouble = 'ace-not-picture' AND is_picture(w.first) AS is_barred,
        w.kept + coalesce(sum(CASE WHEN w.redoubles > 0 THEN w.stake // 2 ELSE 0 END)
            OVER (PARTITION BY w.rnd, w.seat ORDER BY w.hand, w.bettor ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING), 0) AS free
    FROM wagers w JOIN rounds r USING (rnd) JOIN params p USING (session) LEFT JOIN raised d ON d.rnd = w.rnd
    WHERE d.rnd IS NOT NULL OR w.redoubles + w.declines_redouble > 0
), asked AS (
    SELECT *, is_raised AND NOT is_barred AND free >= raised AS is_asked FROM judged
)
SELECT seq, session, round, wager_name(hand, bettor) AS who, nullif(step, -1) AS step,
    CASE WHEN NOT is_asked THEN 'no question' WHEN is_forced THEN 'redouble' ELSE 'redouble or decline, once' END AS expected,
    CASE WHEN redoubles + declines = 0 THEN 'neither' ELSE 'redoubled ' || times(redoubles) || ', declined ' || times(declines) END AS recorded,
    'The first card is ' || card_name(first) || ', the stake ' || raised || ', and the player has ' || free || ' beside it.' AS detail
FROM asked
WHERE redoubles + declines <> is_asked::INTEGER OR (is_forced AND declines > 0)
