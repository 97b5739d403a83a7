-- code: shoe-beyond
-- title: No shoe comes from beyond the end of the chain that was committed to
-- severity: error
-- clauses: T7.2 FORMAT-6
-- over: rounds
-- begun: yes
SELECT r.seq, r.session, r.round, 'D' AS who, nullif(u.step, -1) AS step, 'a shoe up to ' || p.chain AS expected, 'shoe ' || u."index" AS recorded,
    'Nothing binds its cards: no seed of it can be held to the commitment.' AS detail
FROM runs u JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE u."index" > p.chain
