-- code: split-aces
-- title: Split aces get one card each and are played no further, as far as the rules say
-- severity: error
-- clauses: T5.3 E6.2 C3.1 B4.2
-- over: rounds
SELECT r.seq, r.session, r.round, t.hand AS who, t.step,
    CASE WHEN p.split_aces_play = 'hit' THEN 'hit or stand' ELSE 'no decision' END AS expected, verb_name(t.verb) AS recorded,
    'The hand comes from split aces.' AS detail
FROM turns t JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE t.depth > 0 AND is_ace(t.first_card) AND t.count_before >= 2 AND (
    (p.split_aces_play = 'one-card' AND t.verb IN (verb('hit'), verb('double')))
    OR (p.split_aces_play = 'hit' AND t.verb = verb('double'))
    OR (p.split_aces_play = 'one-card' AND t.verb = verb('stand')
        AND NOT (is_ace(t.second_card) AND t.splits_before + 2 <= p.split_aces_hands AND t.free >= t.stake)))
