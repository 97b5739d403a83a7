-- code: aces-claimed
-- title: Who is dealt a pair of aces is asked, once, whether to claim it, and nobody else
-- severity: error
-- clauses: C3.6
-- over: rounds
-- when: natural_pair_of_aces
SELECT r.seq, r.session, r.round, b.hand AS who, nullif(greatest(b.claims_step, b.declines_aces_step), -1) AS step,
    CASE WHEN b.stake > 0 AND is_ace(b.first) AND is_ace(b.second) THEN 'claim or decline, once' ELSE 'no question' END AS expected,
    CASE WHEN b.claims + b.declines_aces = 0 THEN 'neither' ELSE 'claimed ' || times(b.claims) || ', declined ' || times(b.declines_aces) END AS recorded,
    'The hand is ' || card_name(b.first) || ' and ' || card_name(b.second) || '.' AS detail
FROM boxes b JOIN rounds r USING (rnd) JOIN params p USING (session)
WHERE b.claims + b.declines_aces <> (p.natural_pair_of_aces AND b.stake > 0 AND is_ace(b.first) AND is_ace(b.second))::INTEGER
