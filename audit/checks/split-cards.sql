-- code: split-cards
-- title: A split writes down the two cards that the hand has, in order
-- severity: error
-- clauses: T5.1
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, t.hand AS who, t.step, card_name(t.first_card) || ' ' || card_name(t.second_card) AS expected,
    card_name(t.card) || ' ' || card_name(t.second) AS recorded, 'A card changed in the split.' AS detail
FROM turns t JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE t.verb = verb('split') AND t.count_before = 2 AND (t.card <> t.first_card OR t.second <> t.second_card)
