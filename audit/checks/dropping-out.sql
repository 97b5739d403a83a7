-- code: dropping-out
-- title: Who can no longer cover the minimum drops out when a further round is due, once, and nobody else does; who has, leaves no more
-- severity: error
-- clauses: T7.1
-- over: round-links
-- Where the bank or limits change, the check `going` says what is due.
WITH judged AS (
    SELECT a.*, p.least, before < p.least AND p_round > 0 AND p_before < p.least AS is_gone FROM round_accounts a JOIN params p USING (session)
    WHERE a.judged AND account > 0 AND NOT p.changes
)
SELECT seq, session, round, 's' || account AS who, 0 AS step,
    CASE WHEN before < least AND NOT is_gone AND NOT left_table THEN 'out' ELSE 'not out' END AS expected,
    CASE WHEN out_twice THEN 'out twice' WHEN out THEN 'out' ELSE 'not out' END AS recorded,
    'The player has ' || before || '; the minimum is ' || least || '.' AS detail
FROM judged WHERE out <> (before < least AND NOT is_gone AND NOT left_table) OR out_twice
UNION ALL
SELECT seq, session, round, 's' || account, 0, 'a player who is there', 'leave', 'The player had dropped out before.'
FROM judged WHERE leaves AND is_gone
