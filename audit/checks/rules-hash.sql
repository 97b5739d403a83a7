-- code: rules-hash
-- title: A session's rules have the hash that it states
-- severity: error
-- clauses: FORMAT-5
-- over: ledger
SELECT open_seq AS seq, session, NULL AS round, '' AS who, NULL AS step, derived_rules_hash AS expected, rules_hash AS recorded,
    'The rule set is not the one that was hashed.' AS detail
FROM sessions WHERE rules_hash <> derived_rules_hash
