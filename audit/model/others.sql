-- when: table_bettors_per_box > 1 OR table_onlookers
-- P1.4, B8.1: other bettors have their own stake on a hand, added to only where they followed a double or a triple of its owner; even money they take for themselves.
CREATE OR REPLACE TEMP VIEW held AS
SELECT *, 0::UTINYINT AS bettor FROM final_hands
UNION ALL
SELECT h.* REPLACE (s.stake AS stake, s.stake * (1 + least(s.follows, h.whole // h.stake - 1)) AS whole, b.evens AS evened), s.bettor
FROM final_hands h JOIN shares s ON s.rnd = h.rnd AND s.hand = h.hand JOIN bettors b ON b.rnd = s.rnd AND b.box = s.hand >> 10 AND b.bettor = s.bettor
    JOIN rounds r ON r.rnd = h.rnd JOIN params p USING (session)
WHERE p.table_bettors_per_box > 1 OR p.table_onlookers;
