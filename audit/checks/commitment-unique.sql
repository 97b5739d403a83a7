-- code: commitment-unique
-- title: No two sessions have the same commitment, or any seed in common
-- severity: error
-- clauses: FORMAT-4 FORMAT-6
-- over: ledger
WITH firsts AS (
    SELECT commitment, min(session) AS session, min_by(open_seq, session) AS open_seq FROM sessions GROUP BY commitment
)
SELECT s.open_seq AS seq, s.session, NULL AS round, '' AS who, NULL AS step, 'a new commitment' AS expected,
    'that of session ' || f.session AS recorded, 'Its shoes come from seeds that are already known.' AS detail
FROM sessions s JOIN firsts f USING (commitment) WHERE s.session <> f.session
UNION ALL
SELECT greatest(s.open_seq, f.open_seq), CASE WHEN s.open_seq > f.open_seq THEN s.session ELSE f.session END, NULL, '', NULL, 'a new chain',
    'the commitment of session ' || f.session || ' is seed ' || o."index" || ' of session ' || s.session, 'The shoes of one session tell those of the other.'
FROM shared_seeds o JOIN sessions s USING (session) JOIN firsts f ON f.commitment = o.commitment
