-- A stake must be a multiple of `step` (T2.2, H4.2): of the unit, and with breakage "exact" such that nothing that pays on it or is charged for it leaves a fraction
-- (a ratio that is off is 0 to 1); `least` is the smallest that covers the rules' minimum (T7.1).
CREATE OR REPLACE TEMP TABLE steps AS
SELECT session, step, lowest(stakes_minimum, step) AS least FROM (
    SELECT session, stakes_minimum, CASE WHEN stakes_breakage = 'exact' THEN list_reduce([stakes_unit, natural_pays_per, natural_suited_pays_per,
        double_commission_per, premiums_five_cards_per, premiums_six_cards_per, premiums_sevens_per, premiums_six_seven_eight_per,
        CASE WHEN insurance_offered AND insurance_amount = 'half' THEN 2 * insurance_pays_per ELSE 1 END,
        CASE WHEN surrender_offered <> 'off' THEN 2 ELSE 1 END], lambda one, other: lcm(one, other)) ELSE stakes_unit END AS step
    FROM params_given
);

-- The rule sets, which nearly every check asks.
CREATE OR REPLACE TEMP TABLE params AS SELECT g.*, s.step, s.least FROM params_given g JOIN steps s USING (session);
