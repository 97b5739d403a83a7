-- question: How far did each player's money fall below its highest in a session, and between which rounds?
-- reading: `fall` is the worst stretch that a player had to sit through, from the round after which they had most to the one after which least was left of it. A good evening as a whole can have a bad one.
WITH after AS (
    SELECT m.session, m.round, m.seat, p.name,
        any_value(p.stack) + sum(sum(m.amount)) OVER (PARTITION BY m.session, m.seat ORDER BY m.round) AS money
    FROM moves m JOIN players p USING (session, seat) JOIN sessions s USING (session)
    WHERE s.bank = 'house'
    GROUP BY m.session, m.round, m.seat, p.name
), high AS ( -- of equal heights the earliest
    SELECT *, max({'money': money, 'round': -round}) OVER (PARTITION BY session, seat ORDER BY round) AS top FROM after
)
SELECT session, name, max(top.money - money)::BIGINT AS fall, arg_max(-top.round, top.money - money) AS from_round,
    arg_max(round, top.money - money) AS to_round
FROM high
GROUP BY session, name
ORDER BY fall DESC, session, name
