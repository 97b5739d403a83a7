-- Names for packed values, so that a check reads as the rulebook does. Cards are 13 · suit + rank, suits C D H S, ranks A 2 … T J Q K; 255 is none.
CREATE OR REPLACE MACRO verb(name) AS enum_code(name::verb);
CREATE OR REPLACE MACRO verb_name(v) AS enum_range(NULL::verb)[v + 1]::VARCHAR;
CREATE OR REPLACE MACRO is_ace(card) AS card % 13 = 0 AND card < 52;
CREATE OR REPLACE MACRO is_ten_value(card) AS card % 13 >= 9 AND card < 52;
CREATE OR REPLACE MACRO is_picture(card) AS card % 13 >= 10 AND card < 52;
CREATE OR REPLACE MACRO same_rank(one, other) AS one % 13 = other % 13 AND one < 52 AND other < 52;
CREATE OR REPLACE MACRO is_pair(pairs, one, other, points, other_points) AS CASE pairs
    WHEN 'value' THEN points = other_points AND one < 52 AND other < 52
    WHEN 'rank' THEN same_rank(one, other)
    WHEN 'rank-or-picture' THEN same_rank(one, other) OR (is_picture(one) AND is_picture(other))
    ELSE false END;
CREATE OR REPLACE MACRO card_name(card) AS CASE WHEN card < 52
    THEN substr('A23456789TJQK', (card % 13 + 1)::INTEGER, 1) || substr('CDHS', (card // 13 + 1)::INTEGER, 1) WHEN card = 254 THEN 'xx' ELSE 'no card' END;
CREATE OR REPLACE MACRO side(hand, shift) AS CASE (hand >> shift) & 3 WHEN 0 THEN '' ELSE '.' || ((hand >> shift) & 3) END;
CREATE OR REPLACE MACRO hand_name(hand) AS CASE WHEN hand >> 10 = 15 THEN 'D' WHEN hand = 0 THEN ''
    ELSE (hand >> 10) || side(hand, 8) || side(hand, 6) || side(hand, 4) || side(hand, 2) || side(hand, 0) END;
CREATE OR REPLACE MACRO can_make_natural(points, ace) AS points IN (1, 10) AND ace <> '1';
CREATE OR REPLACE MACRO must_draw(total, soft, soft17) AS total < 17 OR (total = 17 AND soft AND soft17 = 'draw');
CREATE OR REPLACE MACRO times(n) AS CASE n WHEN 0 THEN 'none' WHEN 1 THEN 'once' WHEN 2 THEN 'twice' ELSE n || ' times' END;
CREATE OR REPLACE MACRO is_suited(one, other, rank) AS one // 13 = other // 13 AND least(one % 13, other % 13) = 0
    AND (greatest(one % 13, other % 13) = 9 OR (rank = 'ten-value' AND greatest(one % 13, other % 13) >= 9));
CREATE OR REPLACE MACRO outcome_name(outcome, premium) AS CASE WHEN outcome = verb('premium')
    THEN 'premium ' || CASE WHEN premium IN (777, 678) THEN premium::VARCHAR ELSE premium || 'cards' END ELSE verb_name(outcome) END;
CREATE OR REPLACE MACRO lowest(minimum, step) AS (minimum + step - 1) // step * step;
CREATE OR REPLACE MACRO is_first_down(pattern) AS pattern IN ('a', 'b', 'e', 'f', 'g');
CREATE OR REPLACE MACRO is_second_down(pattern) AS pattern IN ('b', 'f', 'h');
CREATE OR REPLACE MACRO is_hole_first(pattern) AS pattern IN ('a', 'd', 'f', 'g');
CREATE OR REPLACE MACRO wager_name(hand, bettor) AS hand_name(hand) || CASE WHEN bettor > 0 THEN '/' || bettor ELSE '' END;
