-- code: open
-- title: A hand with a hidden card is opened once, directly before what shows it; under the pattern that opens all of them, after the deal
-- severity: error
-- clauses: B2.3 B3.1 B3.3 B4.1 C2.1 G8 FORMAT-9
-- over: rounds
-- when: deal_pattern NOT IN ('c', 'd', 'no-hole')
WITH hidden AS (
    SELECT b.rnd, b.hand, p.deal_pattern = 'h' AS at_once, b.deals FROM boxes b JOIN rounds r USING (rnd) JOIN params p USING (session) WHERE b.first_down OR b.second_down
), shown AS (
    SELECT e.rnd, e.hand, min(e.step) AS step, min_by(e.verb, e.step) AS verb FROM events e JOIN hidden h ON h.rnd = e.rnd AND h.hand = e.hand
    WHERE e.verb IN (verb('double'), verb('split'), verb('natural'), verb('suited'), verb('aces'), verb('pictures'), verb('premium'), verb('win'), verb('push'),
        verb('lose'), verb('overstood'))
    GROUP BY ALL
), opens AS (
    SELECT rnd, hand, count(*) AS opens, min(step) AS step, min_by(next_verb, step) AS next_verb, min_by(next_hand, step) AS next_hand
    FROM beside WHERE verb = verb('open') GROUP BY ALL
), judged AS (
    SELECT coalesce(h.rnd, o.rnd) AS rnd, coalesce(h.hand, o.hand) AS hand, coalesce(o.opens, 0) AS opens, o.step, s.step AS shown_step, s.verb,
        CASE WHEN h.rnd IS NULL THEN false WHEN h.at_once THEN h.deals >= 2 ELSE s.rnd IS NOT NULL END AS is_due,
        coalesce(h.at_once OR (o.step < s.step AND o.next_verb = s.verb AND o.next_hand = o.hand), false) AS is_in_place, h.at_once
    FROM hidden h FULL JOIN opens o ON o.rnd = h.rnd AND o.hand = h.hand LEFT JOIN shown s ON s.rnd = h.rnd AND s.hand = h.hand
)
SELECT r.seq, r.session, r.round, j.hand AS who, coalesce(j.step, j.shown_step) AS step,
    CASE WHEN NOT j.is_due THEN 'not opened' WHEN j.at_once THEN 'opened once' ELSE 'opened once, directly before ' || verb_name(j.verb) END AS expected,
    CASE WHEN j.opens = 1 THEN 'opened here' ELSE 'opened ' || times(j.opens) END AS recorded,
    CASE WHEN j.is_due THEN 'A card of the hand lay face down.' ELSE 'There was nothing to show, or no reason to.' END AS detail
FROM judged j JOIN rounds r USING (rnd)
WHERE j.opens <> j.is_due::INTEGER OR (j.is_due AND NOT j.is_in_place)
