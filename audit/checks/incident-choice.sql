-- code: incident-choice
-- title: Every error of dealing is answered by the player of the hand, as the rules say, and nothing else is
-- severity: error
-- clauses: B5.1 B5.2 B5.3 B5.4 B5.5 H8.1 H8
-- over: rounds
-- when: table_irregularities <> 'off'
-- rows: errors
WITH judged AS (
    SELECT r.seq, r.session, r.round, e.*, CASE
        WHEN e.error = verb('missed') THEN [verb('late'), verb('sit')]
        WHEN e.error = verb('exposed') THEN CASE WHEN p.table_irregularities = 'H8' THEN [verb('refuse'), verb('sit')] ELSE [verb('take'), verb('refuse')] END
        WHEN e.error = verb('extra') THEN CASE WHEN e.nth = 0 THEN [verb('toss'), verb('both')] ELSE [verb('toss')] END
        WHEN e.error = verb('unasked') THEN [verb('keep'), verb('toss')] ELSE [] END AS choices
    FROM errors e JOIN rounds r USING (rnd) JOIN params p USING (session)
)
SELECT seq, session, round, hand AS who, CASE WHEN choice_step < 0 THEN step ELSE choice_step END AS step,
    CASE WHEN error = 0 THEN 'no such choice' ELSE array_to_string(list_transform(choices, lambda v: verb_name(v)), ' or ') || ', after the error' END AS expected,
    CASE WHEN choice = 0 THEN 'none' ELSE verb_name(choice) || CASE WHEN tossed < 52 THEN ' ' || card_name(tossed) ELSE '' END END AS recorded,
    CASE WHEN error = 0 THEN 'There is nothing that it answers.' WHEN error = verb('missed') THEN 'The hand was missed.'
        ELSE 'The card was ' || card_name(card) || CASE WHEN before < 52 THEN ', after ' || card_name(before) ELSE '' END || '.' END AS detail
FROM judged
WHERE NOT list_contains(choices, choice) OR (choice = verb('toss') AND tossed <> card AND tossed <> before)
