-- code: surrender-offer
-- title: Where surrender comes early, every box but a natural is asked before the peek, once, as far as the upcard allows it
-- severity: error
-- clauses: E4.1 C3.4 G7
-- over: rounds
-- when: surrender_offered IN ('early', 'early-not-ace')
WITH judged AS (
    SELECT r.seq, r.session, r.round, r.up, b.*, p.surrender_offered IN ('early', 'early-not-ace') AND (p.surrender_offered = 'early' OR NOT is_ace(r.up))
        AND b.stake > 0 AND b.claims = 0 AND b.two_total < 21 AS may
    FROM boxes b JOIN rounds r USING (rnd) JOIN params p USING (session) WHERE p.surrender_offered <> 'late'
)
SELECT seq, session, round, hand AS who, nullif(greatest(surrenders_step, declines_surrender_step), -1) AS step,
    CASE WHEN may THEN 'surrender or decline, once' ELSE 'no offer' END AS expected,
    CASE WHEN surrenders + declines_surrender = 0 THEN 'neither' ELSE 'surrendered ' || times(surrenders) || ', declined ' || times(declines_surrender) END AS recorded,
    'The dealer shows ' || card_name(up) || ', the hand has ' || two_total || '.' AS detail
FROM judged WHERE surrenders + declines_surrender <> may::INTEGER
