-- code: forfeit
-- title: What a dealer's natural, or a hand stood on over 21, takes beside the stake is paid once, directly after the loss, and nothing else is
-- severity: error
-- clauses: B2.4 H6.2 G2 B5.6 H8 B4.1
-- over: rounds
-- when: settlement_banker_natural <> 'single' OR table_irregularities <> 'off'
WITH paid AS (
    SELECT rnd, hand, bettor, step, n, prev_verb = verb('lose') AND prev_hand = hand AND prev_bettor = bettor AS is_after FROM beside WHERE verb = verb('forfeit')
)
SELECT r.seq, r.session, r.round, wager_name(coalesce(d.hand, f.hand), coalesce(d.bettor, f.bettor)) AS who, f.step,
    CASE WHEN d.hand IS NULL THEN 'no forfeit' ELSE 'forfeit ' || d.n || ', directly after its loss' END AS expected,
    CASE WHEN f.hand IS NULL THEN 'none' ELSE 'forfeit ' || f.n END AS recorded,
    CASE WHEN r.two_total = 21 THEN 'The dealer has a natural.' ELSE 'The dealer has no natural.' END AS detail
FROM due_forfeits d FULL JOIN paid f ON f.rnd = d.rnd AND f.hand = d.hand AND f.bettor = d.bettor JOIN rounds r ON r.rnd = coalesce(d.rnd, f.rnd) JOIN params p USING (session)
WHERE d.hand IS NULL OR f.hand IS NULL OR d.n <> f.n OR NOT f.is_after
