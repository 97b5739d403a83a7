-- code: stake-players
-- title: Every box of a player who is there and can cover a stake is staked on once, unless it sits out; no other box is
-- severity: error
-- clauses: T2.2 T7.1 T2.3 E1.2 G9
-- over: rounds
WITH judged AS (
    SELECT b.rnd, b.hand, b.seat, b.gone, b.bets, b.bets_step, b.purse, lowest(b.minimum, p.step) AS lowest, p.seq, p.session, p.round
    -- Where somebody staked no more than they had all is well; only the other boxes are looked at.
    FROM (FROM boxes WHERE side = 0 AND NOT (bets > 0 AND stake > 0 AND seat > 0 AND NOT gone AND purse >= stake)) b JOIN table_rules p USING (rnd)
    WHERE (b.bets > 0 AND (b.seat = 0 OR b.gone OR b.purse < lowest(b.minimum, p.step)))
        OR (b.stake = 0 AND (b.bets = 0 OR p.stakes_sitting_out) AND b.sits = 0 AND b.seat > 0 AND NOT b.gone AND NOT b.released
            AND b.spare >= lowest(b.minimum, p.step) * b.hands AND (b.deals > 0 OR p.stakes_when = 'before-deal')
            AND (p.stakes_table_maximum = 0 OR p.staked_most + lowest(b.minimum, p.step) * b.hands <= p.stakes_table_maximum))
)
SELECT seq, session, round, hand_name(hand) AS who, nullif(bets_step, -1) AS step, CASE WHEN bets = 0 THEN 'one stake' ELSE 'no stake' END AS expected, times(bets) AS recorded,
    CASE WHEN seat = 0 THEN 'Nobody sits at this box.' WHEN gone THEN 'The player of this box has left.'
        ELSE 'The player of this box has ' || purse || '; the minimum is ' || lowest || '.' END AS detail
FROM judged
UNION ALL
SELECT r.seq, r.session, r.round, wager_name(s.hand, s.bettor), s.step, 'one stake', 'another', 'There are ' || s.held || ' on it already.'
FROM staking s JOIN rounds r USING (rnd) WHERE s.verb = verb('bet') AND s.held > 0
