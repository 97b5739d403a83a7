-- code: stake-nobody
-- title: No round is played in which nobody stakes
-- severity: error
-- clauses: T7.1 FORMAT-8
-- over: rounds
SELECT r.seq, r.session, r.round, '' AS who, NULL AS step, 'a stake' AS expected, 'none' AS recorded,
    'Where nobody is left to stake the session closes; where all could sit out or withdraw, somebody must not.' AS detail
FROM rounds r JOIN params p USING (session) WHERE r.staked = 0
