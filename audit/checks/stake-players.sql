-- code: stake-players
-- title: Every box of a player who is there and can cover a stake is staked on once, unless it sits out; no other box is
-- severity: error
-- clauses: T2.2 T7.1 T2.3 E1.2 G9
-- over: rounds
SELECT r.seq, r.session, r.round, hand_name(b.hand) AS who, nullif(b.bets_step, -1) AS step, CASE WHEN b.bets = 0 THEN 'one stake' ELSE 'no stake' END AS expected, times(b.bets) AS recorded,
    CASE WHEN b.seat = 0 THEN 'Nobody sits at this box.' WHEN b.gone THEN 'The player of this box has left.'
        ELSE 'The player of this box has ' || b.purse || '; the minimum is ' || lowest(b.minimum, p.step) || '.' END AS detail
FROM boxes b JOIN rounds r USING (rnd) JOIN params p USING (session)
-- Where somebody staked no more than they had all is well; only the other boxes are looked at.
WHERE b.side = 0 AND NOT (b.bets > 0 AND b.stake > 0 AND b.seat > 0 AND NOT b.gone AND b.purse >= b.stake)
    AND ((b.bets > 0 AND (b.seat = 0 OR b.gone OR b.purse < lowest(b.minimum, p.step)))
        OR (b.stake = 0 AND (b.bets = 0 OR p.stakes_sitting_out) AND b.sits = 0 AND b.seat > 0 AND NOT b.gone AND NOT b.released
            AND b.spare >= lowest(b.minimum, p.step) * b.hands AND (b.deals > 0 OR p.stakes_when = 'before-deal')
            AND (p.stakes_table_maximum = 0 OR r.staked_most + lowest(b.minimum, p.step) * b.hands <= p.stakes_table_maximum)))
UNION ALL
SELECT r.seq, r.session, r.round, wager_name(s.hand, s.bettor), s.step, 'one stake', 'another', 'There are ' || s.held || ' on it already.'
FROM staking s JOIN rounds r USING (rnd) JOIN params p USING (session) WHERE s.verb = verb('bet') AND s.held > 0
