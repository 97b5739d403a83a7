-- code: turn-missing
-- title: Every hand is played until it ends
-- severity: error
-- clauses: T4.1 T5.1 T2.1 G6 E6.2 C2.3 B3.2 H3.2 C3.9 C4.1 H7.1
-- over: rounds
-- One card only for split aces leaves nothing to decide, unless it is another ace and the pair may be split again.
WITH stopped AS MATERIALIZED (
    SELECT h.rnd, h.hand, h.total, h.depth, h.first, h.marks, h.last_step, r.seq, r.session, r.round
    FROM final_hands f JOIN hands h USING (rnd, hand) JOIN rounds r USING (rnd) JOIN params p USING (session)
    WHERE f.is_undecided AND NOT r.is_natural_peeked AND f.hand < r.last_dealt
        AND NOT f.is_claimed AND NOT f.is_pictures AND NOT (p.hand_card_limit > 0 AND h.cards >= p.hand_card_limit)
), aces AS (
    SELECT s.rnd, s.hand, t.stake, t.free, t.splits_before, count(e.step) AS splits
    FROM stopped s JOIN turns t ON t.rnd = s.rnd AND t.hand = s.hand AND t.verb = verb('draw')
    LEFT JOIN turns e ON e.rnd = s.rnd AND e.hand >> 10 = s.hand >> 10 AND e.hand < s.hand AND e.verb = verb('split')
    WHERE t.depth > 0 AND is_ace(t.first_card) AND is_ace(t.second_card)
    GROUP BY ALL
)
SELECT s.seq, s.session, s.round, s.hand AS who, s.last_step AS step, 'a decision' AS expected, 'none' AS recorded,
    'The hand stopped at ' || s.total || ' though its player could still decide.' AS detail
FROM stopped s JOIN params p USING (session) LEFT JOIN aces a USING (rnd, hand)
WHERE NOT (p.natural_five_pictures AND s.depth = 0 AND s.marks = 5000000)  -- they end a hand though it earns a premium (C4.1, G4)
    AND (NOT (s.depth > 0 AND is_ace(s.first) AND p.split_aces_play = 'one-card')
        OR (p.split_pairs <> 'off' AND a.splits + 2 <= p.split_aces_hands AND a.free >= a.stake * (1 + a.splits - a.splits_before)))
