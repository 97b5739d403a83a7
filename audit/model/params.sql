-- The rule sets, which nearly every check asks.
CREATE OR REPLACE TEMP TABLE params AS SELECT * FROM params_given;

-- A stake must be a multiple of `step` (T2.2, H4.2; with breakage "exact" no payment may leave a
-- fraction); `least` is the smallest that covers the minimum (T7.1).
CREATE OR REPLACE TEMP TABLE steps AS
SELECT session, step, (p.stakes_minimum + step - 1) // step * step AS least
FROM (SELECT *, CASE WHEN stakes_breakage = 'exact' THEN lcm(lcm(stakes_unit, natural_pays_per), lcm(
        CASE WHEN insurance_offered AND insurance_amount = 'half' THEN 2 * insurance_pays_per ELSE 1 END,
        CASE WHEN surrender_offered <> 'off' THEN 2 ELSE 1 END)) ELSE stakes_unit END AS step FROM params) p;
