-- code: timeout
-- title: For want of an answer the default is taken, and nothing else
-- severity: error
-- clauses: FORMAT-4
-- over: rounds
-- begun: yes
-- when: live
-- Where boxes may sit out the last person stakes all the same, if nobody else has or the table's minimum is not reached. A stake that was not made is the lowest that is
-- allowed: more than that of the box where the last one must reach the table's minimum.
WITH late AS (
    SELECT r.seq, r.session, r.round, p.shoe_cut, p.stakes_sitting_out, p.stakes_table_minimum, p.step AS unit_step, e.step AS event_step, t.text, t.hand, t.bettor, verb_name(t.verb) AS verb, t.n, s.n IS NOT NULL AS stakes, s.total, s.hands,
        (s.staked = 0 OR s.total < p.stakes_table_minimum) AND NOT EXISTS (FROM staking o WHERE o.rnd = s.rnd AND o.step > s.step AND o.verb = verb('bet') AND o.bettor = 0 AND o.seat <> s.seat) AS is_last, lowest(s.minimum, p.step) AS lowest,
        x.rnd IS NOT NULL AS answers, x.tossed, x.card, coalesce(d.total_before, 0) AS total_before
    FROM events e JOIN texts t USING (code) JOIN rounds r USING (rnd) JOIN params p USING (session)
    LEFT JOIN staking s ON s.rnd = e.rnd AND s.step = e.step
    LEFT JOIN errors x ON x.rnd = e.rnd AND x.choice_step = e.step
    LEFT JOIN turns d ON d.rnd = e.rnd AND d.step = e.step
    WHERE t.timeout
)
SELECT seq, session, round, wager_name(hand, bettor) AS who, event_step AS step, 'the default, or an answer' AS expected, text AS recorded,
    'This is not what the question comes to unanswered.' AS detail
FROM late
WHERE NOT CASE
    WHEN verb IN ('decline insurance', 'decline even', 'decline surrender', 'decline aces', 'decline raise', 'decline redouble', 'decline bank', 'stay', 'pass') THEN true
    WHEN verb IN ('late', 'refuse') THEN answers
    WHEN verb = 'toss' THEN answers AND tossed = card
    WHEN verb = 'stand' THEN total_before <= 21
    WHEN verb = 'keep' THEN hand >> 10 = 15
    WHEN verb = 'announce' THEN n = 1
    WHEN verb = 'cut' THEN n = 0 AND shoe_cut = 'hand'
    WHEN verb = 'sit' THEN stakes AND NOT answers AND stakes_sitting_out
    WHEN verb = 'bet' THEN bettor = 0 AND (NOT stakes_sitting_out OR is_last)
        AND (n = lowest OR (n > lowest AND total + (n - unit_step) * hands < stakes_table_minimum))
    ELSE false END
