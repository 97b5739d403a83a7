-- code: shoe-list
-- title: A round names the shoes that its cards come from, each with its first position
-- severity: error
-- clauses: T7.2 FORMAT-4 E1.1 C1.1 B6.2 H1.3
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, 'D' AS who, NULL AS step,
    CASE WHEN u.rnd IS NULL THEN 'no shoe' ELSE 'shoe ' || u."index" || ' from position ' || u.first END AS expected,
    CASE WHEN l.rnd IS NULL THEN 'no shoe' ELSE 'shoe ' || l."index" || ' from position ' || l.first END AS recorded,
    'The list of shoes does not agree with the cards of the log.' AS detail
FROM runs u FULL JOIN shoe_uses l ON l.rnd = u.rnd AND l.nth = u.nth JOIN rounds r ON r.rnd = coalesce(u.rnd, l.rnd)
WHERE u.rnd IS NULL OR l.rnd IS NULL OR u."index" <> l."index" OR u.first <> l.first OR (u.fresh = 0 AND u.count = 0 AND u.is_last AND NOT r.is_void)
