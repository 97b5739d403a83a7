-- code: peek
-- title: The dealer peeks where the upcard can make a natural, and only then, and says what is there
-- severity: error
-- clauses: T3.3 B2.4 P2.2 H3.1 C2.1 E2.1
-- over: rounds
WITH due AS (
    SELECT r.*, p.peek_when = 'ten-or-ace' AND can_make_natural(r.up_points, p.pack_ace) AS peeks
    FROM rounds r JOIN params p USING (session) WHERE r.deals > 0 OR r.peeks_natural + r.peeks_clear > 0
)
SELECT seq, session, round, 'D' AS who, nullif(peek_step, -1) AS step,
    CASE WHEN NOT peeks THEN 'no peek' WHEN two_total = 21 THEN 'peek natural' ELSE 'peek clear' END AS expected,
    CASE WHEN peeks_natural + peeks_clear = 0 THEN 'no peek' WHEN peeks_natural + peeks_clear > 1 THEN 'several peeks'
        WHEN peeks_natural = 1 THEN 'peek natural' ELSE 'peek clear' END AS recorded,
    'The dealer has ' || card_name(up) || ' up and ' || card_name(hole) || ' down.' AS detail
FROM due
WHERE peeks_natural <> (peeks AND two_total = 21)::INTEGER OR peeks_clear <> (peeks AND two_total <> 21)::INTEGER
