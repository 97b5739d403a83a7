-- code: dropping-out
-- title: Who can no longer cover the minimum drops out when a further round is due, once, and nobody else does
-- severity: error
-- clauses: T7.1
-- over: round-links
SELECT a.seq, a.session, a.round, 's' || account AS who, 0 AS step,
    CASE WHEN before < least AND (p_round = 0 OR p_before >= least) AND NOT left_table THEN 'out' ELSE 'not out' END AS expected,
    CASE WHEN out_twice THEN 'out twice' WHEN out THEN 'out' ELSE 'not out' END AS recorded,
    'The player has ' || before || '; the minimum is ' || least || '.' AS detail
FROM round_accounts a JOIN steps USING (session)
WHERE a.judged AND account > 0
    AND (out <> (before < least AND (p_round = 0 OR p_before >= least) AND NOT left_table) OR out_twice)
