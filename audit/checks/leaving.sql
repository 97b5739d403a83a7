-- code: leaving
-- title: A player leaves once and does not come back
-- severity: error
-- clauses: T7.1 FORMAT-8
-- over: rounds
-- begun: yes
WITH going AS MATERIALIZED (
    SELECT rnd, seat, step, verb FROM events WHERE verb IN (verb('leave'), verb('out'))
), left_first AS (
    SELECT rnd, seat, min(step) AS step FROM going WHERE verb = verb('leave') GROUP BY rnd, seat
)
SELECT r.seq, r.session, r.round, 's' || e.seat AS who, e.step, 'a player who is there' AS expected, verb_name(e.verb) AS recorded,
    CASE WHEN s.session IS NULL THEN 'There is no such seat.' ELSE 'The player had left before.' END AS detail
FROM going e JOIN rounds r USING (rnd) LEFT JOIN seated s ON s.session = r.session AND s.seat = e.seat
LEFT JOIN left_first f ON f.rnd = e.rnd AND f.seat = e.seat
WHERE s.session IS NULL OR (s.left_seq < r.seq AND s.left_seq >= 0) OR f.step < e.step
