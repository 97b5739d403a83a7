-- The price of a void (FORMAT-4): what each account would have won or lost, by the events of the log that was completed and by all that is due on it and
-- does not stand there. What the bank was sold for stands anyway and is no part of it.
WITH lines AS (
    SELECT d.rnd, d.hand, d.bettor, d.payout AS n FROM due d ANTI JOIN settled s ON s.rnd = d.rnd AND s.hand = d.hand AND s.bettor = d.bettor
    UNION ALL
    SELECT w.rnd, w.hand, w.bettor, CASE WHEN r.two_total = 21 THEN w.insures_n + w.insures_n * p.insurance_pays_for // p.insurance_pays_per ELSE 0 END
    FROM wagers w JOIN rounds r USING (rnd) JOIN params p USING (session) WHERE w.insures > 0 AND w.pays = 0
    UNION ALL
    SELECT f.rnd, f.hand, f.bettor, -f.n FROM due_forfeits f
    ANTI JOIN (FROM events WHERE verb = verb('forfeit')) e ON e.rnd = f.rnd AND e.hand = f.hand AND e.bettor = f.bettor
), gained AS (
    SELECT l.rnd, CASE WHEN l.bettor > 0 THEN l.bettor ELSE b.seat END AS account, sum(l.n) AS n
    FROM lines l JOIN boxes b ON b.rnd = l.rnd AND b.box = l.hand >> 10 AND b.side = 0 GROUP BY ALL
), banked AS (
    SELECT rnd, sum(n) AS n FROM gained GROUP BY rnd
)
SELECT r.seq, a.account, (a.change - a.sold + coalesce(g.n, 0) - CASE WHEN a.account = r.banker THEN coalesce(k.n, 0) ELSE 0 END)::BIGINT AS price
FROM rounds r JOIN accounts a USING (rnd) LEFT JOIN gained g ON g.rnd = a.rnd AND g.account = a.account LEFT JOIN banked k ON k.rnd = a.rnd
ORDER BY r.seq, a.account
