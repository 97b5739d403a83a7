-- code: seat-late
-- title: All seats of a session are signed together, before any entropy is told
-- severity: error
-- clauses: FORMAT-4 FORMAT-12
-- over: ledger
SELECT seq, session, NULL AS round, 's' || seat AS who, NULL AS step, expected, recorded, detail FROM (
    SELECT t.seq, t.session, t.seat, 'all seats in the log of ' || k.size || ' lines' AS expected, 'this one after it' AS recorded,
        'A checkpoint, ' || k.source || ', covers a seat of the session and not this one: it was added when entropies may have been told.' AS detail
    FROM seats t JOIN (SELECT session, min(seq) AS first_seq FROM seats GROUP BY session) f USING (session) JOIN known k ON k.size > f.first_seq AND k.size <= t.seq
    UNION ALL
    SELECT t.seq, t.session, t.seat, 'line ' || (f.first_seq + t.nth - 1), 'line ' || t.seq, 'Something stands between the seats.'
    FROM seats t JOIN (SELECT session, min(seq) AS first_seq FROM seats GROUP BY session) f USING (session) WHERE t.seq <> f.first_seq + t.nth - 1
)
