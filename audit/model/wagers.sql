-- What each person has staked on a box, with what they were asked about it and what the box was dealt: its owner (bettor 0), where nobody else has.
CREATE OR REPLACE TEMP VIEW wagers AS
SELECT rnd, box, hand, seat, 0::UTINYINT AS bettor, stake, kept, redoubles, declines_redouble, redoubles_step, declines_redouble_step, insures, insures_n, insures_free,
    insures_step, declines, declines_step, evens, evens_n, evens_step, declines_even, declines_even_step, pays, pays_n, pays_step, free, first, second, two_total, claims FROM boxes;
