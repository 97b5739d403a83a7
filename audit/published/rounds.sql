-- table: rounds
-- comment: Every round whose rules the audit understands, with what was staked and paid.
-- column session: number of the session
-- column round: number of the round in its session, from 1
-- column seq: line of the ledger that holds the round
-- column banker: seat of the player who banked; NULL for the house
-- column boxes: boxes that were played
-- column hands: hands that were settled, split ones counted each
-- column cards: cards dealt
-- column events: events of the log
-- column staked: money put up in all: bets, raises, doubles, splits, insurance, commission, forfeits, other people's too
-- column bank_net: what the bank won at play, negative when it lost; what was paid for taking the bank is not in it
SELECT r.session, r.round, r.seq, nullif(r.banker, 0)::INTEGER AS banker, b.boxes::BIGINT AS boxes, h.hands::BIGINT AS hands, c.cards::BIGINT AS cards,
    r.events::BIGINT AS events, coalesce(m.staked, 0)::BIGINT AS staked, coalesce(m.won, 0)::BIGINT AS bank_net
FROM rounds r
LEFT JOIN (SELECT rnd, count(*) FILTER (WHERE stake > 0 AND side = 0) AS boxes FROM boxes GROUP BY rnd) b USING (rnd)
LEFT JOIN (SELECT rnd, count(*) FILTER (WHERE bettor = 0) AS hands FROM settled GROUP BY rnd) h USING (rnd)
LEFT JOIN (SELECT rnd, count(*) AS cards FROM cards GROUP BY rnd) c USING (rnd)
LEFT JOIN (SELECT rnd, -sum(net) AS won, sum(paid - net) AS staked FROM wagered GROUP BY rnd) m USING (rnd)
