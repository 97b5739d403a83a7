-- code: shoe-burn
-- title: A new shoe gets its joker, or as many of its cards are burnt as the rules say, face up or unseen
-- severity: error
-- clauses: B1.1 B2.1 P1.2 H1.2 H1.3 B6.2
-- over: rounds
-- when: shoe_burn > 0 OR shoe_joker
-- begun: yes
WITH due AS (
    SELECT r.seq, r.session, r.round, u.step, u."index", u.jokers, u.burns, (p.shoe_joker AND NOT u.drawn)::INTEGER AS joker,
        CASE WHEN u.drawn THEN 0 ELSE greatest(least(p.shoe_burn, u.pack - 1), 0) END AS burn, u.ace >= 0 AS is_ace
    FROM runs u JOIN rounds r USING (rnd) JOIN params p USING (session)
    WHERE u.fresh > 0 AND NOT (r.is_void AND u.is_last AND u.count = 0 AND u.cuts = 0)
)
SELECT seq, session, round, 'D' AS who, step, times(joker) || ' a joker, ' || burn || ' burnt' AS expected, times(jokers) || ' a joker, ' || burns || ' burnt' AS recorded,
    'Shoe ' || "index" || ' was not made ready as it must be.' AS detail
FROM due WHERE jokers <> joker OR CASE WHEN is_ace THEN burns > burn ELSE burns <> burn END
UNION ALL
SELECT r.seq, r.session, r.round, 'D', c.step, CASE WHEN p.shoe_burn_shown THEN 'a card face up' ELSE 'xx' END, card_name(c.card),
    CASE WHEN p.shoe_burn_shown THEN 'A burnt card is shown.' ELSE 'Nobody sees a burnt card.' END
FROM cards c JOIN rounds r USING (rnd) JOIN params p USING (session) WHERE c.verb = verb('burn') AND (c.card < 52) <> p.shoe_burn_shown
