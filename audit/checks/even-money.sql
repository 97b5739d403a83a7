-- code: even-money
-- title: The holder of a natural is offered even money against an upcard that can make one, as far as the rules go, once, and nobody else
-- severity: error
-- clauses: E2.2 C2.2
-- over: rounds
-- when: natural_even_money <> 'never'
WITH judged AS (
    SELECT r.seq, r.session, r.round, r.up, w.*, w.stake > 0 AND w.two_total = 21 AND can_make_natural(r.up_points, p.pack_ace)
        AND (p.natural_even_money = 'ten-or-ace' OR (p.natural_even_money = 'ace' AND is_ace(r.up))) AS may
    FROM wagers w JOIN rounds r USING (rnd) JOIN params p USING (session)
)
SELECT seq, session, round, wager_name(hand, bettor) AS who, nullif(greatest(evens_step, declines_even_step), -1) AS step,
    CASE WHEN may THEN 'even money or decline, once' ELSE 'no offer' END AS expected,
    CASE WHEN evens + declines_even = 0 THEN 'neither' ELSE 'taken ' || times(evens) || ', declined ' || times(declines_even) END AS recorded,
    'The dealer shows ' || card_name(up) || ', the hand is ' || card_name(first) || ' and ' || card_name(second) || '.' AS detail
FROM judged WHERE evens + declines_even <> may::INTEGER
