-- code: insurance-offer
-- title: With an ace up every box that may insure is asked, once, and no other
-- severity: error
-- clauses: T3.2 G2
-- over: rounds
WITH asked AS (
    SELECT p.seq, p.session, p.round, p.up, b.hand, b.insures, b.declines, b.insures_step, b.declines_step, b.kept AS free,
        p.insurance_offered AND is_ace(p.up) AND b.bets > 0
            AND (p.insurance_naturals OR NOT ((is_ace(b.first) AND is_ten_value(b.second)) OR (is_ten_value(b.first) AND is_ace(b.second))))
            AND b.stake // 2 >= CASE WHEN p.stakes_breakage = 'exact' THEN p.insurance_pays_per ELSE 1 END
            AND b.kept >= CASE WHEN p.insurance_amount = 'half' THEN b.stake // 2
                WHEN p.stakes_breakage = 'exact' THEN p.insurance_pays_per ELSE 1 END AS may
    FROM boxes b JOIN table_rules p USING (rnd)
    WHERE is_ace(p.up) OR b.insures + b.declines > 0
)
SELECT seq, session, round, hand AS who, nullif(greatest(insures_step, declines_step), -1) AS step,
    CASE WHEN may THEN 'insure or decline, once' ELSE 'no offer' END AS expected,
    CASE WHEN insures + declines = 0 THEN 'neither' ELSE 'insured ' || times(insures) || ', declined ' || times(declines) END AS recorded,
    'The dealer shows ' || card_name(up) || '; the player has ' || free || ' beside the stake.' AS detail
FROM asked WHERE insures + declines <> may::INTEGER
