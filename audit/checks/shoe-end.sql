-- code: shoe-end
-- title: A shoe's seed appears with the round that ends it, and not before
-- severity: error
-- clauses: T7.2 G6 P1.2 B6.2 FORMAT-4 FORMAT-7 E1.1 C1.1 H1.3
-- over: rounds
-- begun: yes
WITH judged AS (
    SELECT u."index", u.pack, u.first + u.count AS dealt, u.revealed, r.seq, r.session, r.round,
        r.is_void OR p.shoe_reshuffle = 'every-round' OR NOT u.is_last OR (p.shoe_reshuffle = 'cut-card' AND (u.fresh = 2 OR u.pack - u.first - u.count <= p.shoe_penetration_left)) AS ends
    FROM runs u JOIN rounds r USING (rnd) JOIN params p USING (session)
)
SELECT seq, session, round, 'D' AS who, NULL AS step,
    'shoe ' || "index" || CASE WHEN ends THEN ' ends: its seed' ELSE ' goes on: no seed' END AS expected,
    CASE WHEN revealed THEN 'its seed' ELSE 'no seed' END AS recorded,
    greatest(pack - dealt, 0) || ' cards were left in it after the round.' AS detail
FROM judged WHERE ends <> revealed
