-- table: rounds
-- comment: Every round whose rules the audit understands, with what was staked and paid.
-- column session: number of the session
-- column round: number of the round in its session, from 1
-- column seq: line of the ledger that holds the round
-- column boxes: boxes that staked
-- column hands: hands that were settled, split ones counted each
-- column cards: cards dealt
-- column events: events of the log
-- column staked: money staked in all: bets, doubles, splits, insurance
-- column house_net: what the house won, negative when it lost
SELECT r.session, r.round, r.seq, b.boxes::BIGINT AS boxes, h.hands::BIGINT AS hands, c.cards::BIGINT AS cards, r.events::BIGINT AS events,
    (coalesce(b.staked, 0) + coalesce(t.added, 0))::BIGINT AS staked, a.change::BIGINT AS house_net
FROM rounds r
LEFT JOIN (SELECT rnd, count(*) FILTER (WHERE bets > 0) AS boxes, sum(stake + insures_n) AS staked FROM boxes GROUP BY rnd) b USING (rnd)
LEFT JOIN (SELECT rnd, count(*) AS hands FROM settled GROUP BY rnd) h USING (rnd)
LEFT JOIN (SELECT rnd, count(*) AS cards FROM cards GROUP BY rnd) c USING (rnd)
LEFT JOIN (SELECT rnd, sum(stake) AS added FROM turns WHERE verb IN (verb('double'), verb('triple'), verb('split')) GROUP BY rnd) t USING (rnd)
LEFT JOIN accounts a ON a.rnd = r.rnd AND a.account = 0
