-- code: round-number
-- title: Rounds are numbered 1, 2, … in their session
-- severity: error
-- clauses: T7.1 FORMAT-4
-- over: round-links
SELECT seq, session, round, '' AS who, NULL AS step, 'round ' || (p_round + 1) AS expected, 'round ' || round AS recorded,
    'A round is missing, doubled or out of order.' AS detail
FROM round_links WHERE round <> p_round + 1
