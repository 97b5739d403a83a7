-- What the dealer still plays for: live ordinary hands. `waiting` and `all_bust` are filled in where the rules have a use for them.
CREATE OR REPLACE TEMP TABLE living AS
SELECT r.rnd, coalesce(h.live, 0) AS live, false AS waiting, false AS all_bust
FROM rounds r LEFT JOIN (SELECT rnd, count(*) AS live FROM final_hands WHERE is_live GROUP BY rnd) h USING (rnd);
