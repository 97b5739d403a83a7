-- code: ruling-about
-- title: A ruling is about a round of its session, or about none, where the rules have a supervisor
-- severity: error
-- clauses: P1.1 FORMAT-4
-- over: ledger
-- rows: rulings
SELECT u.seq, u.session, NULL AS round, '' AS who, NULL AS step,
    CASE WHEN s.has_rulings THEN 'a round up to ' || (s.rounds + s.voids + s.playing) ELSE 'no ruling' END AS expected, 'a ruling about round ' || u.about AS recorded,
    CASE WHEN s.has_rulings THEN 'The session has no such round.' ELSE 'The rules of this session have no supervisor.' END AS detail
FROM rulings u JOIN sessions s USING (session) WHERE NOT s.has_rulings OR u.about > s.rounds + s.voids + s.playing
