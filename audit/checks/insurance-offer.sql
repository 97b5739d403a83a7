-- code: insurance-offer
-- title: With an ace up everyone who may insure is asked, once, and nobody else
-- severity: error
-- clauses: T3.2 E3.1 C3.5 P3.1 G2
-- over: rounds
WITH asked AS (
    SELECT r.seq, r.session, r.round, r.up, w.hand, w.bettor, w.insures, w.declines, w.insures_step, w.declines_step,
        w.free,
        p.insurance_offered AND can_make_natural(r.up_points, p.pack_ace) AND w.stake > 0 AND w.claims = 0 AND w.two_total <= 21 AND w.evens = 0
            AND (p.insurance_naturals OR w.two_total <> 21) AS is_meant,
        CASE WHEN p.stakes_breakage = 'exact' THEN p.insurance_pays_per ELSE 1 END AS least, p.insurance_amount, w.stake // 2 AS half
    FROM wagers w JOIN rounds r USING (rnd) JOIN params p USING (session)
    WHERE is_ace(r.up) OR w.insures + w.declines > 0
), offered AS (
    SELECT *, is_ace(up) AND is_meant AND half >= least AND free >= CASE WHEN insurance_amount = 'half' THEN half ELSE least END AS may FROM asked
)
SELECT seq, session, round, wager_name(hand, bettor) AS who, nullif(greatest(insures_step, declines_step), -1) AS step,
    CASE WHEN may THEN 'insure or decline, once' ELSE 'no offer' END AS expected,
    CASE WHEN insures + declines = 0 THEN 'neither' ELSE 'insured ' || times(insures) || ', declined ' || times(declines) END AS recorded,
    'The dealer shows ' || card_name(up) || '; the player has ' || free || ' beside the stake.' AS detail
FROM offered WHERE insures + declines <> may::INTEGER
