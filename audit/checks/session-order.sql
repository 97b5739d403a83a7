-- code: session-order
-- title: A session is its opening, its seats, its start, its rounds, its close, in this order
-- severity: error
-- clauses: FORMAT-4 T7.1
-- over: ledger
SELECT seq, session, NULL AS round, '' AS who, NULL AS step, expected, recorded, detail FROM (
    SELECT seq, session, 'one ' || kind AS expected, 'another one' AS recorded, 'The session has this line twice.' AS detail
    FROM (SELECT *, row_number() OVER (PARTITION BY session, kind ORDER BY seq) AS nth FROM records WHERE kind IN ('start', 'close')) WHERE nth > 1
    UNION ALL
    SELECT r.seq, r.session, 'an open session', r.kind, 'This line belongs to a session that was never opened.'
    FROM records r ANTI JOIN sessions s USING (session) WHERE r.session > 0
    UNION ALL
    SELECT r.seq, r.session, 'nothing before the opening', r.kind, 'The session is opened only later.'
    FROM records r JOIN sessions s USING (session) WHERE r.seq < s.open_seq
    UNION ALL
    SELECT o.first_seq, o.session, 'an open session', 'round', 'Rounds belong to a session that was never opened.'
    FROM played o ANTI JOIN sessions s USING (session)
    UNION ALL
    SELECT r.seq, r.session, 'no seat after the start', 'seat', 'Somebody joined after the start.'
    FROM records r JOIN sessions s USING (session)
    WHERE r.kind = 'seat' AND ((s.start_seq >= 0 AND r.seq > s.start_seq) OR (s.first_round >= 0 AND r.seq > s.first_round))
    UNION ALL
    SELECT r.seq, r.session, 'nothing of it before the start', r.kind, 'This line stands before the entropies were revealed.'
    FROM records r JOIN sessions s USING (session) WHERE r.kind IN ('begin', 'void', 'ruling', 'signed') AND r.seq < s.start_seq
    UNION ALL
    SELECT s.first_round, s.session, 'rounds after the start', 'a round before it', 'A round was played before the entropies were revealed.'
    FROM sessions s WHERE s.first_round >= 0 AND s.first_round < s.start_seq
    UNION ALL
    SELECT s.last_round, s.session, 'nothing after the close', 'a round', 'A round was played after the close.'
    FROM sessions s WHERE s.close_seq >= 0 AND s.last_round > s.close_seq
    UNION ALL
    SELECT r.seq, r.session, 'nothing after the close', r.kind, 'The session had been closed.'
    FROM records r JOIN sessions s USING (session) WHERE s.close_seq >= 0 AND r.seq > s.close_seq AND r.kind <> 'close'
)
