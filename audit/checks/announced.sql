-- code: announced
-- title: The banker announces the bank once in each deal
-- severity: error
-- clauses: C1.3
-- over: rounds
-- when: stakes_announced
SELECT r.seq, r.session, r.round, 'D' AS who, s.step, 'one announcement of 1 or more' AS expected,
    CASE WHEN s.step IS NULL THEN 'none' WHEN s.times > 1 THEN 'announced ' || times(s.times) ELSE 'announce ' || s.n END AS recorded,
    'The announced bank caps nothing, but it is told.' AS detail
FROM rounds r JOIN params p USING (session) LEFT JOIN (SELECT rnd, min(step) AS step, min(n) AS n, count(*) AS times FROM staking WHERE verb = verb('announce') GROUP BY rnd) s USING (rnd)
WHERE p.stakes_announced AND (s.step IS NULL OR s.times > 1 OR s.n < 1)
