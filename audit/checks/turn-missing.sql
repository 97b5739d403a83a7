-- code: turn-missing
-- title: Every hand is played until it ends
-- severity: error
-- clauses: T4.1 T5.1 T2.1 G6 E6.2 C2.3 B3.2 H3.2 C3.9 C4.1
-- over: rounds
WITH aces AS (
    SELECT DISTINCT rnd, hand FROM turns WHERE verb = verb('draw') AND is_ace(first_card) AND is_ace(second_card)
), splits AS (
    SELECT rnd, hand, count(*) AS splits FROM turns WHERE verb = verb('split') GROUP BY rnd, hand
), earlier AS (
    SELECT a.rnd, a.hand, coalesce(sum(s.splits), 0)::BIGINT AS splits FROM aces a
    LEFT JOIN splits s ON s.rnd = a.rnd AND s.hand >> 10 = a.hand >> 10 AND s.hand < a.hand GROUP BY a.rnd, a.hand
), resplit AS (
    SELECT DISTINCT t.rnd, t.hand FROM turns t JOIN earlier e ON e.rnd = t.rnd AND e.hand = t.hand JOIN table_rules p ON p.rnd = t.rnd
    WHERE t.verb = verb('draw') AND p.split_pairs <> 'off' AND e.splits + 2 <= p.split_aces_hands
        AND t.free >= t.stake * (1 + e.splits - t.splits_before)
)
SELECT p.seq, p.session, p.round, h.hand AS who, h.last_step AS step, 'a decision' AS expected, 'none' AS recorded,
    'The hand stopped at ' || h.total || ' though its player could still decide.' AS detail
FROM final_hands h JOIN table_rules p USING (rnd) LEFT JOIN resplit s ON s.rnd = h.rnd AND s.hand = h.hand
WHERE h.total < 21 AND h.cards >= 2 AND h.stood + h.doubled + h.surrendered + h.evened = 0 AND NOT p.is_natural_peeked AND h.hand < p.last_dealt
    AND NOT h.is_claimed AND NOT h.is_pictures AND NOT (p.hand_card_limit > 0 AND h.cards >= p.hand_card_limit)
    AND NOT (h.depth > 0 AND is_ace(h.first) AND p.split_aces_play = 'one-card' AND s.rnd IS NULL)
