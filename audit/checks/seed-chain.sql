-- code: seed-chain
-- title: Every seed that is told hashes to the one before it, the first one to the commitment
-- severity: error
-- clauses: T7.2 FORMAT-6
-- over: reveal-links
SELECT seq, session, round, 'D' AS who, NULL AS step, 'seed ' || (p_index + 1) || ', child of ' || p_seed AS expected,
    'seed ' || "index" || ', child of ' || parent AS recorded, 'This seed is not the one that was committed to.' AS detail
FROM reveal_links WHERE "index" <> p_index + 1 OR parent <> p_seed
