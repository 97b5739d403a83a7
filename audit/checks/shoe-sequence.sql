-- code: shoe-sequence
-- title: Shoes are used one after another: dealt on from the next card, or the chain's next one is shuffled
-- severity: error
-- clauses: T7.2 FORMAT-7 E1.1 C1.1 P1.2 B6.2 H1.3
-- over: round-links
SELECT seq, session, round, 'D' AS who, nullif(first_step, -1) AS step,
    CASE WHEN p_ended > 0 THEN 'shuffle ' || (p_last_index + 1) ELSE 'shoe ' || p_last_index || ' from position ' || p_last_pos END AS expected,
    CASE WHEN first_index = 0 THEN 'no shoe' WHEN on_index = 0 THEN 'shuffle ' || first_index
        ELSE 'shoe ' || on_index || ' from position ' || on_first END AS recorded,
    CASE WHEN p_ended > 0 THEN 'The shoe before has ended.' ELSE 'The shoe before goes on.' END AS detail
FROM round_links
WHERE judged AND (p_judged OR p_round = 0) AND CASE WHEN p_ended > 0 THEN on_index <> 0 OR first_index <> p_last_index + 1
    ELSE on_index <> p_last_index OR on_first <> p_last_pos END
