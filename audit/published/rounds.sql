-- table: rounds
-- comment: Every round whose rules the audit understands, with what was staked and paid.
-- column session: number of the session
-- column round: number of the round in its session, from 1
-- column seq: line of the ledger that holds the round
-- column time: time of that line, UTC
-- column banker: seat of the player who banked; NULL for the house
-- column boxes: boxes that were played
-- column hands: hands that were settled, split ones counted each
-- column cards: cards dealt
-- column events: events of the log
-- column staked: money put up in all: bets, raises, doubles, splits, insurance, commission, forfeits, other people's too
-- column bank_net: what the bank won at play, negative when it lost; what was paid for taking the bank is not in it
SELECT session, round, seq, make_timestamp(seconds * 1_000_000) AS time, nullif(banker, 0) AS banker, nullif(boxes_told, -1)::BIGINT AS boxes, nullif(hands_told, -1)::BIGINT AS hands,
    nullif(cards_told, -1)::BIGINT AS cards, events::BIGINT AS events, put_up AS staked, bank_net
FROM rounds
