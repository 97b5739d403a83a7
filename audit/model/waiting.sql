-- when: deal_pattern = 'no-hole'
-- E7.3: without a hole card, who waits for the second one: a natural that the upcard may meet, a pair of aces that was claimed, an insurance.
UPDATE living SET waiting = true FROM (
    SELECT rnd FROM held h JOIN rounds r USING (rnd) JOIN params p USING (session)
    WHERE (h.is_natural AND h.evened = 0 AND can_make_natural(r.up_points, p.pack_ace)) OR (h.is_claimed AND is_ace(r.up))
    UNION SELECT rnd FROM wagers WHERE insures > 0
) w WHERE living.rnd = w.rnd;
