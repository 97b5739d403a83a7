-- code: entropy
-- title: Each revealed entropy is the one that its player had committed to
-- severity: error
-- clauses: FORMAT-6
-- over: ledger
SELECT s.start_seq AS seq, t.session, NULL AS round, 's' || t.seat AS who, NULL AS step, t.entropy_hash AS expected, t.derived AS recorded,
    'The entropy of ' || t.name || ' was changed, or never hashed.' AS detail
FROM seats t JOIN sessions s USING (session) WHERE s.start_seq >= 0 AND t.entropy_hash <> t.derived
UNION ALL
SELECT start_seq, session, NULL, '', NULL, seats || ' entropies', entropies || ' entropies', 'There must be one entropy for each seat.'
FROM sessions WHERE start_seq >= 0 AND entropies <> seats
