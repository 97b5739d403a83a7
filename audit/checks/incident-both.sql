-- code: incident-both
-- title: Two hands of one box are played only where their player has the money for both stakes and nobody else has staked on the box, and then each by itself
-- severity: error
-- clauses: B5.2 H8 G2
-- over: rounds
-- when: table_irregularities <> 'off'
-- rows: errors
SELECT r.seq, r.session, r.round, e.hand AS who, e.choice_step AS step, 'toss' AS expected, 'both' AS recorded,
    CASE WHEN e.others THEN 'Another bettor has a stake on the box.'
        ELSE 'The player has ' || e.free || CASE WHEN p.stakes_when = 'before-deal' THEN ' beside the stake of ' || e.stake ELSE '' END || '.' END AS detail
FROM errors e JOIN rounds r USING (rnd) JOIN params p USING (session) JOIN boxes b ON b.rnd = e.rnd AND b.box = e.box AND b.side = 0
WHERE e.choice = verb('both') AND (e.others OR CASE WHEN p.stakes_when = 'before-deal' THEN e.free < e.stake
    ELSE 2 * lowest(b.minimum, p.step) > least(e.free, CASE WHEN p.stakes_table_maximum > 0 THEN p.stakes_table_maximum ELSE e.free END) END)
UNION ALL
SELECT r.seq, r.session, r.round, v.hand, v.step, hand_name(v.hand) || '.1 or ' || hand_name(v.hand) || '.2', hand_name(v.hand) || ' ' || verb_name(v.verb),
    'Two hands are played on the box.'
FROM errors e JOIN events v ON v.rnd = e.rnd AND v.hand = e.hand AND v.step > e.choice_step JOIN rounds r ON r.rnd = e.rnd
WHERE e.choice = verb('both') AND v.verb NOT IN (verb('bet'), verb('sit'), verb('undone'))
