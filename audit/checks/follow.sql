-- code: follow
-- title: Before a double, a triple or a split every other bettor with a stake on the hand who can pay follows with just that stake or stays; nobody else is asked
-- severity: error
-- clauses: P1.4 B8.1 G2 E5.1 FORMAT-9
-- over: rounds
-- when: table_bettors_per_box > 1 OR table_onlookers
WITH due AS (
    SELECT a.*, a.stake + CASE WHEN a.verb = verb('double') THEN a.stake * p.double_commission_for // p.double_commission_per ELSE 0 END AS cost, a.free >= cost AS may
    FROM follow_asked a JOIN rounds r USING (rnd) JOIN params p USING (session)
), given AS (
    SELECT *, coalesce(lag(bettor) OVER same >= bettor, false) AS is_late
    FROM follow_answers WINDOW same AS (PARTITION BY rnd, action ORDER BY step)
)
SELECT r.seq, r.session, r.round, wager_name(coalesce(d.hand, g.hand), coalesce(d.bettor, g.bettor)) AS who, coalesce(g.step, d.step) AS step,
    CASE WHEN d.may THEN 'follow ' || d.stake || ' or stay, by seat, before the ' || verb_name(d.verb) ELSE 'no answer' END AS expected,
    CASE WHEN g.step IS NULL THEN 'neither' WHEN g.verb = verb('follow') THEN 'follow ' || g.n ELSE 'stay' END || CASE WHEN g.is_late THEN ', out of turn' ELSE '' END AS recorded,
    CASE WHEN d.step IS NOT NULL THEN 'The stake is ' || d.stake || ', and the player has ' || d.free || ' beside it.'
        WHEN g.action < 0 THEN 'No double, triple or split follows.' ELSE 'This person has no stake on the hand.' END AS detail
FROM due d FULL JOIN given g ON g.action = d.action AND g.bettor = d.bettor JOIN rounds r ON r.rnd = coalesce(d.rnd, g.rnd) JOIN params p USING (session)
WHERE (p.table_bettors_per_box > 1 OR p.table_onlookers) AND (d.may IS DISTINCT FROM (g.step IS NOT NULL) OR g.is_late OR (g.verb = verb('follow') AND g.n <> d.stake))
