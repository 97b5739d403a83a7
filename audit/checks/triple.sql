-- code: triple
-- title: Who has doubled under 21 and can pay a third stake triples or stands; nobody else is asked
-- severity: error
-- clauses: C3.3
-- over: rounds
-- when: double_triple
WITH doubles AS (
    SELECT t.rnd, t.hand, t.step, t.total_after, t.free - t.stake - t.stake * p.double_commission_for // p.double_commission_per >= t.stake
        AND (p.double_beyond_maximum OR 3 * t.stake <= b.maximum) AND t.total_after < 21 AND t.stock > 1 AS may
    FROM turns t JOIN rounds r USING (rnd) JOIN params p USING (session) JOIN boxes b ON b.rnd = t.rnd AND b.box = t.hand >> 10 AND b.side = 0 WHERE p.double_triple AND t.verb = verb('double')
), answers AS (
    SELECT rnd, hand, step, verb FROM turns WHERE verb = verb('triple') OR (verb = verb('stand') AND doubled_before > 0)
)
SELECT r.seq, r.session, r.round, coalesce(d.hand, a.hand) AS who, coalesce(a.step, d.step) AS step,
    CASE WHEN d.may THEN 'triple or stand' ELSE 'no more on this hand' END AS expected, coalesce(verb_name(a.verb), 'neither') AS recorded,
    CASE WHEN d.hand IS NULL THEN 'The hand was not doubled.' WHEN d.may THEN 'The doubled hand has ' || d.total_after || '.'
        ELSE 'The doubled hand has ' || d.total_after || ', or a third stake cannot be paid.' END AS detail
FROM doubles d FULL JOIN answers a ON a.rnd = d.rnd AND a.hand = d.hand JOIN rounds r ON r.rnd = coalesce(d.rnd, a.rnd) JOIN params p USING (session)
WHERE p.double_triple AND (d.hand IS NULL OR d.may <> (a.hand IS NOT NULL))
