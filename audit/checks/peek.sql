-- code: peek
-- title: The dealer peeks under an ace or a ten-value, and only then, and says what is there
-- severity: error
-- clauses: T3.3
-- over: rounds
SELECT seq, session, round, 'D' AS who, nullif(peek_step, -1) AS step,
    CASE WHEN NOT (is_ace(up) OR is_ten_value(up)) THEN 'no peek' WHEN two_total = 21 THEN 'peek natural' ELSE 'peek clear' END AS expected,
    CASE WHEN peeks_natural + peeks_clear = 0 THEN 'no peek' WHEN peeks_natural + peeks_clear > 1 THEN 'several peeks'
        WHEN peeks_natural = 1 THEN 'peek natural' ELSE 'peek clear' END AS recorded,
    'The dealer has ' || card_name(up) || ' up and ' || card_name(hole) || ' down.' AS detail
FROM rounds
WHERE (deals > 0 OR peeks_natural + peeks_clear > 0)
    AND (peeks_natural <> ((is_ace(up) OR is_ten_value(up)) AND two_total = 21)::INTEGER
        OR peeks_clear <> ((is_ace(up) OR is_ten_value(up)) AND two_total <> 21)::INTEGER)
