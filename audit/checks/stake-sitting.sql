-- code: stake-sitting
-- title: A box sits a deal out in place of a stake or after taking one back, once, where its player could stake
-- severity: error
-- clauses: G9
-- over: rounds
-- when: stakes_sitting_out
SELECT r.seq, r.session, r.round, wager_name(s.hand, s.bettor) AS who, s.step, 'no sitting out' AS expected, 'sit' AS recorded,
    CASE WHEN s.bettor > 0 THEN 'Only the player of the box sits out.' WHEN b.sits > 1 THEN 'The box sits out ' || times(b.sits) || '.'
        WHEN s.held > 0 OR b.stake > 0 THEN 'The box is staked on in this deal.' WHEN b.seat = 0 OR b.gone THEN 'Nobody plays this box.'
        WHEN p.stakes_when <> 'before-deal' AND b.deals = 0 THEN 'The box has no card.' ELSE 'No stake was possible: there is no question.' END AS detail
FROM staking s JOIN rounds r USING (rnd) JOIN params p USING (session) JOIN boxes b ON b.rnd = s.rnd AND b.box = s.box AND b.side = 0
WHERE s.verb = verb('sit') AND (s.bettor > 0 OR b.sits > 1 OR s.held > 0 OR b.stake > 0 OR b.seat = 0 OR b.gone OR (p.stakes_when <> 'before-deal' AND b.deals = 0)
    OR s.free < lowest(b.minimum, p.step) * s.hands OR (p.stakes_table_maximum > 0 AND s.total + lowest(b.minimum, p.step) * s.hands > p.stakes_table_maximum))
