-- Distinct events that may be foreign somewhere: of such a verb, by another bettor, for want of an answer, or of a box or a person that no table has. Foreign everywhere is
-- what other bettors leave to the box's owner (P1.4, B8.1), and an owner who follows.
CREATE OR REPLACE TEMP TABLE suspects AS
SELECT code, verb, hand >> 10 = 15 AS banker, bettor > 0 AS other_bettor, timeout, verb = verb('other') OR CASE
    WHEN verb IN (verb('follow'), verb('stay')) THEN bettor = 0
    WHEN bettor > 0 THEN verb_name(verb) NOT IN ('bet', 'withdraw', 'redouble', 'decline redouble', 'insure', 'decline insurance', 'insurance', 'even', 'decline even',
        'commission', 'surrender', 'natural', 'suited', 'aces', 'pictures', 'premium', 'bust', 'win', 'push', 'lose', 'forfeit')
    ELSE false END AS is_foreign
FROM texts
WHERE (verb, hand >> 10 = 15) IN (SELECT (verb, banker) FROM foreign_verbs) OR bettor > 0 OR timeout OR verb IN (verb('other'), verb('follow'), verb('stay'));
