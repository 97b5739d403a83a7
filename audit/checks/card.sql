-- code: card
-- title: Every card is the one that the sealed shoe has at its place
-- severity: error
-- clauses: T7.2 T1.1 G6 G7 C4.1 B6.2 H1.3 E1.1 B1.1 P1.1 B3.2
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, CASE WHEN c.hand = 0 THEN 's' || c.seat ELSE hand_name(c.hand) END AS who, c.step,
    CASE WHEN c.pos < 0 OR c.pos >= c.pack THEN 'no card' ELSE card_name(c.expected) END AS expected, card_name(c.card) AS recorded,
    CASE WHEN c.pos < 0 THEN 'No shoe had been shuffled for this card.'
        WHEN c.pos >= c.pack THEN 'The shoe had no card left.'
        ELSE 'Card ' || (c.pos + 1) || ' of the shoe is another one.' END AS detail
FROM cards c JOIN rounds r USING (rnd)
WHERE c.pos < 0 OR c.pos >= c.pack OR (c.sealed AND c.card <> c.expected AND c.card <> 254)
UNION ALL
SELECT r.seq, r.session, r.round, 'D', NULL, 'the seed of shoe ' || u."index", 'none',
    'The session is closed, and still its ' || u.count || ' cards cannot be compared with any shoe.'
FROM runs u JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE r.is_closed AND NOT u.sealed AND u.count > 0
