-- code: stake-bettors
-- title: On another's box stake only those who may, after its owner and not against the bank they hold, and no more people than the rules allow
-- severity: error
-- clauses: P1.4 B8.1 H4.3
-- over: rounds
-- when: table_bettors_per_box > 1 OR table_onlookers
-- begun: yes
WITH others AS (
    SELECT r.seq, r.session, r.round, r.banker, p.table_bettors_per_box AS most, s.*, b.seat AS owner, t.seat IS NULL AS is_nobody, t.left_seq, o.gone,
        p.table_onlookers AND t.boxes = 0 AS is_onlooker,
        count(*) FILTER (WHERE NOT (p.table_onlookers AND t.boxes = 0)) OVER (PARTITION BY s.rnd, s.hand ORDER BY s.step) + 1 AS people
    FROM staking s JOIN rounds r USING (rnd) JOIN params p USING (session) JOIN boxes b ON b.rnd = s.rnd AND b.box = s.box AND b.side = 0
    JOIN bettors o ON o.rnd = s.rnd AND o.hand = s.hand AND o.bettor = s.bettor LEFT JOIN seated t ON t.session = r.session AND t.seat = s.bettor
    WHERE s.bettor > 0 AND s.verb = verb('bet') AND (p.table_bettors_per_box > 1 OR p.table_onlookers)
)
SELECT seq, session, round, wager_name(hand, bettor) AS who, step, 'no stake by seat ' || bettor AS expected, 'bet ' || n AS recorded,
    CASE WHEN is_nobody THEN 'There is no such seat.' WHEN bettor = owner THEN 'The box is this player''s own.' WHEN gone THEN 'This player is not there any more.'
        WHEN banker = bettor THEN 'This player holds the bank.' WHEN hands > 1 THEN 'Two hands are played on the box.' WHEN owned = 0 THEN 'The player of the box has not staked.'
        WHEN most = 1 THEN 'Only people without a box may stake on another''s.' ELSE people || ' people stake on the box, and ' || most || ' may.' END AS detail
FROM others
WHERE is_nobody OR bettor = owner OR gone OR banker = bettor OR owned = 0 OR hands > 1 OR (NOT is_onlooker AND people > most)
