-- code: ruling
-- title: A ruling in a log stands after the choice that it is about, and its record before the round's in the ledger, of this round and no other
-- severity: error
-- clauses: P1.1 B5.1 H8
-- over: rounds
-- when: table_rulings
WITH told AS (
    SELECT r.seq, r.session, r.round, d.*, row_number() OVER (PARTITION BY r.session, d.n ORDER BY r.seq, d.step) AS copy FROM ruled d JOIN rounds r USING (rnd)
)
SELECT t.seq, t.session, t.round, 'D' AS who, t.step, 'a ruling about round ' || t.round || ', once, after a choice' AS expected, 'ruling ' || t.n AS recorded,
    CASE WHEN l.seq IS NULL THEN 'Line ' || t.n || ' is no ruling of this session.' WHEN l.about <> t.round THEN 'That ruling is about round ' || l.about || '.'
        WHEN l.seq > t.seq THEN 'That ruling stands after the round.' WHEN t.copy > 1 THEN 'It is told twice.' ELSE 'No choice after an error stands before it.' END AS detail
FROM told t LEFT JOIN rulings l ON l.session = t.session AND l.seq = t.n
WHERE l.seq IS NULL OR l.about <> t.round OR l.seq > t.seq OR t.copy > 1 OR NOT t.answers
UNION ALL
SELECT r.seq, r.session, r.round, 'D', NULL, 'its ruling of line ' || u.seq, 'none', 'The ruling was made in this round, and the round does not name it.'
FROM rounds r JOIN rulings u ON u.session = r.session AND u.about = r.round AND u.seq < r.seq ANTI JOIN told t ON t.session = u.session AND t.n = u.seq AND t.round = r.round
