-- code: incident-place
-- title: Errors of dealing happen where the rules rule on them: in the deal, or in play before a hand that may hit decides, one at a time
-- severity: error
-- clauses: B5.1 B5.2 B5.3 B5.4 B5.5 H8.1
-- over: rounds
-- when: table_irregularities <> 'off'
-- rows: errors
WITH judged AS (
    SELECT r.seq, r.session, r.round, e.*, e.count_before >= 2 AND e.closed_before = 0 AND e.total_before < 21 AND e.stock > 0 AND e.follows = 0
            AND NOT r.is_natural_peeked AND NOT (e.depth > 0 AND is_ace(e.first) AND p.split_aces_play = 'one-card')
            AND NOT (p.hand_card_limit > 0 AND e.count_before >= p.hand_card_limit)
            AND NOT (p.natural_five_pictures AND e.depth = 0 AND e.count_before = 5 AND e.pictures_before = 5) AS may_hit,
        p.table_irregularities = 'H8' AS is_home
    FROM errors e JOIN rounds r USING (rnd) JOIN params p USING (session) WHERE e.error <> 0
)
SELECT seq, session, round, hand AS who, step, 'no such error here' AS expected, verb_name(error) AS recorded,
    CASE WHEN nth < 2 THEN 'This is pass ' || (nth + 1) || ' of the deal.' ELSE 'The hand had ' || count_before || ' cards that make ' || total_before || '.' END AS detail
FROM judged
WHERE CASE error WHEN verb('missed') THEN nth <> 0
    WHEN verb('extra') THEN nth = 2
    WHEN verb('exposed') THEN CASE WHEN is_home THEN nth <> 0 ELSE nth = 2 AND NOT may_hit END
    ELSE nth <> 2 OR NOT may_hit END
