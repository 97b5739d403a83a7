-- code: raise
-- title: The banker raises all stakes or declines, once, where that is the banker's choice; where a first card decides, as it does
-- severity: error
-- clauses: H2.3 H9.1
-- over: rounds
-- when: stakes_banker_raise <> 'never'
WITH judged AS (
    SELECT r.seq, r.session, r.round, coalesce(s.raises, 0) AS raises, coalesce(s.declines, 0) AS declines, s.step, p.stakes_banker_raise = 'free' AS is_free,
        CASE WHEN r.hole_is_first THEN r.hole ELSE r.up END AS first_card
    FROM rounds r JOIN params p USING (session) LEFT JOIN (
        SELECT rnd, min(step) AS step, count(*) FILTER (WHERE verb = verb('raise')) AS raises, count(*) FILTER (WHERE verb = verb('decline raise')) AS declines
        FROM staking WHERE verb IN (verb('raise'), verb('decline raise')) GROUP BY rnd
    ) s USING (rnd)
    WHERE p.stakes_banker_raise <> 'never'
)
SELECT seq, session, round, 'D' AS who, step,
    CASE WHEN is_free THEN 'raise or decline, once' WHEN is_ace(first_card) OR is_picture(first_card) THEN 'raise' ELSE 'no raise' END AS expected,
    CASE WHEN raises + declines = 0 THEN 'neither' ELSE 'raised ' || times(raises) || ', declined ' || times(declines) END AS recorded,
    'The banker''s first card is ' || card_name(first_card) || '.' AS detail
FROM judged
WHERE CASE WHEN is_free THEN raises + declines <> 1 ELSE declines > 0 OR raises <> (is_ace(first_card) OR is_picture(first_card))::INTEGER END
