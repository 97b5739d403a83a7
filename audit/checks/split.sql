-- code: split
-- title: Only a pair of first two cards is split, and no oftener than the rules allow
-- severity: error
-- clauses: T5.1 T5.2 T5.3 E6.1 C3.1 B4.2 H7.1 P3.3
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, t.hand AS who, t.step, 'no split' AS expected,
    'split of ' || card_name(t.first_card) || ' and ' || card_name(t.second_card) AS recorded,
    CASE WHEN t.count_before <> 2 THEN 'The hand had ' || t.count_before || ' cards.'
        WHEN NOT is_pair(p.split_pairs, t.first_card, t.second_card, t.first_points, t.second_points) THEN 'This is no pair (' || p.split_pairs || ').'
        ELSE 'The box had ' || (t.splits_before + 1) || ' hands already.' END AS detail
FROM turns t JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE t.verb = verb('split') AND (t.count_before <> 2 OR NOT is_pair(p.split_pairs, t.first_card, t.second_card, t.first_points, t.second_points)
    OR t.splits_before + 2 > CASE WHEN is_ace(t.first_card) THEN p.split_aces_hands ELSE p.split_hands END)
