-- code: stake-table
-- title: All stakes together are within the limits of the table
-- severity: error
-- clauses: E1.2
-- over: rounds
-- when: stakes_table_minimum > 0 OR stakes_table_maximum > 0
WITH stakes AS (
    SELECT s.*, r.seq, r.session, r.round, p.stakes_table_minimum, p.stakes_table_maximum, p.step AS unit
    FROM staking s JOIN rounds r USING (rnd) JOIN params p USING (session) WHERE s.verb IN (verb('bet'), verb('withdraw'), verb('sit'))
), last_stakes AS (
    SELECT rnd, max_by(hand, step) AS hand, max_by(box, step) AS box, max_by(hands, step) AS hands, max_by(n, step) AS n, max_by(free, step) AS free, max(step) AS step FROM stakes s
    WHERE verb = verb('bet') AND bettor = 0 AND NOT EXISTS (FROM stakes w WHERE w.rnd = s.rnd AND w.hand = s.hand AND w.verb = verb('withdraw') AND w.step > s.step)
    GROUP BY rnd
), sums AS (
    SELECT rnd, any_value(seq) AS seq, any_value(session) AS session, any_value(round) AS round, any_value(stakes_table_minimum) AS stakes_table_minimum,
        any_value(stakes_table_maximum) AS stakes_table_maximum, any_value(unit) AS unit,
        sum(CASE WHEN verb = verb('bet') THEN n * hands ELSE -held END) AS total FROM stakes GROUP BY rnd
), others AS (
    SELECT rnd, hand, sum(n) AS others FROM stakes WHERE verb = verb('bet') AND bettor > 0 GROUP BY ALL
)
SELECT seq, session, round, wager_name(hand, bettor) AS who, step, 'at most ' || greatest(stakes_table_maximum - total, 0) // hands AS expected, n::VARCHAR AS recorded,
    'The table''s maximum is ' || stakes_table_maximum || ', and ' || total || ' are staked already.' AS detail
FROM stakes WHERE verb = verb('bet') AND stakes_table_maximum > 0 AND total + n * hands > stakes_table_maximum
UNION ALL
SELECT s.seq, s.session, s.round, hand_name(l.hand), l.step, 'more than ' || l.n, l.n::VARCHAR,
    'The stakes make ' || s.total || ' together, and the table''s minimum is ' || s.stakes_table_minimum || '.'
FROM sums s JOIN last_stakes l USING (rnd) JOIN boxes b ON b.rnd = l.rnd AND b.box = l.box AND b.side = 0 LEFT JOIN others o ON o.rnd = l.rnd AND o.hand = l.hand
WHERE s.total < s.stakes_table_minimum AND l.n + s.unit + coalesce(o.others, 0) <= b.maximum AND l.free - l.n * l.hands >= s.unit * l.hands
    AND (s.stakes_table_maximum = 0 OR s.total + s.unit * l.hands <= s.stakes_table_maximum)
