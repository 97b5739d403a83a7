-- table: dealer
-- comment: The banker's hand of every round.
-- column session: number of the session
-- column round: number of the round
-- column banker: seat of the player who banked; NULL for the house
-- column upcard: the open card
-- column up_rank: its rank, T for every ten-value
-- column hole_card: the card that lay face down; 'no card' where none was dealt
-- column total: best total in the end
-- column soft: whether an ace counts 11 in it
-- column cards: number of cards
-- column draws: cards drawn after the deal
-- column stood: whether the banker chose to stand
-- column natural: whether the first two are a natural
-- column special: natural, aces or pictures, where that beats a total by the rules; NULL for a total
-- column peeked: whether the banker looked under the upcard
-- column bust: whether the total is over 21
-- column had_to_play: whether a live hand depended on the banker's total
SELECT r.session, r.round, nullif(r.banker, 0) AS banker, r.up, r.up_points = 10 AS is_ten, r.hole, r.dealer_total AS total, r.dealer_soft AS soft,
    r.dealer_cards AS cards, r.dealer_cards - r.deals - r.holes AS draws, r.dealer_stood AS stood, r.two_total = 21 AS "natural", r.is_pair_of_aces,
    r.is_five_pictures, r.peeks_natural + r.peeks_clear > 0 AS peeked, l.live > 0 AND r.two_total <> 21 AND NOT r.is_pair_of_aces AS had_to_play
FROM rounds r JOIN living l USING (rnd) WHERE r.deals > 0
-- shown
SELECT session, round, banker, packed.card_name(up) AS upcard, CASE WHEN is_ten THEN 'T' ELSE left(packed.card_name(up), 1) END AS up_rank,
    packed.card_name(hole) AS hole_card, total::INTEGER AS total, soft, cards::INTEGER AS cards, draws::INTEGER AS draws, stood, "natural",
    CASE WHEN is_pair_of_aces THEN 'aces' WHEN "natural" THEN 'natural' WHEN is_five_pictures THEN 'pictures' END AS special, peeked, total > 21 AS bust,
    had_to_play
FROM packed.dealer
