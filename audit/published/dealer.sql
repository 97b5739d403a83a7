-- table: dealer
-- comment: The dealer's hand of every round.
-- column session: number of the session
-- column round: number of the round
-- column upcard: the open card
-- column up_rank: its rank, T for every ten-value
-- column hole_card: the card that lay face down
-- column total: best total in the end
-- column soft: whether an ace counts 11 in it
-- column cards: number of cards
-- column draws: cards drawn after the hole card was shown
-- column natural: whether the first two are a natural
-- column peeked: whether the dealer looked under the upcard
-- column bust: whether the total is over 21
-- column had_to_play: whether a live hand depended on the dealer's total
SELECT r.session, r.round, card_name(r.up) AS upcard, CASE WHEN is_ten_value(r.up) THEN 'T' ELSE left(card_name(r.up), 1) END AS up_rank,
    card_name(r.hole) AS hole_card, r.dealer_total AS total, r.dealer_soft AS soft, r.dealer_cards::INTEGER AS cards,
    (r.dealer_cards - r.deals - r.holes)::INTEGER AS draws, r.two_total = 21 AS "natural", r.peeks_natural + r.peeks_clear > 0 AS peeked,
    r.dealer_total > 21 AS bust, l.live > 0 AND r.two_total <> 21 AS had_to_play
FROM rounds r JOIN living l USING (rnd) WHERE r.deals > 0
