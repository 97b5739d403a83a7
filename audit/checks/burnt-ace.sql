-- code: burnt-ace
-- title: An ace is not burnt: where one comes up, the next shoe is shuffled, cut and burnt again at once
-- severity: error
-- clauses: B2.1 H1.2
-- over: rounds
-- when: shoe_burn_shown
-- begun: yes
SELECT r.seq, r.session, r.round, 'D' AS who, u.ace_step AS step, 'a new ' || CASE WHEN u.fresh = 2 THEN 'reshuffle' ELSE 'shuffle' END || ' next' AS expected,
    CASE WHEN u.after_ace > 0 THEN u.after_ace || ' cards from this shoe' ELSE 'something else' END AS recorded, 'An ace was burnt from shoe ' || u."index" || '.' AS detail
FROM runs u JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE u.ace >= 0 AND (u.after_ace > 0 OR u.next_shuffle <> u.ace + 1 OR u.next_fresh <> u.fresh)
