-- code: seeds-left
-- title: No round begins for which the seeds may not suffice
-- severity: error
-- clauses: G6 FORMAT-6
-- over: round-links
-- A new shoe needs a seed; and one more is kept where a shoe goes on, should its cards run out.
WITH needs AS (
    SELECT l.*, p.chain, (l.p_ended > 0)::INTEGER + (p.shoe_reshuffle <> 'every-round')::INTEGER AS needed FROM round_links l JOIN params p USING (session)
)
SELECT seq, session, round, 'D' AS who, NULL AS step, 'a close (seeds)' AS expected, 'a round' AS recorded,
    'The chain has ' || greatest(chain - p_last_index, 0) || ' seeds left, and a round may need ' || needed || '.' AS detail
FROM needs WHERE judged AND (p_judged OR p_round = 0) AND p_last_index + needed > chain
