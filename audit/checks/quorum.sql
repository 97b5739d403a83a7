-- code: quorum
-- title: So many witnesses cosigned the checkpoint as the reader's policy asks for
-- severity: error
-- clauses: FORMAT-3
-- over: ledger
-- rows: quorum
SELECT 0 AS seq, NULL AS session, NULL AS round, '' AS who, NULL AS step, wanted AS expected,
    CASE WHEN cosigned = '' THEN 'nobody' ELSE cosigned END AS recorded,
    'The policy''s quorum is not met; missing: ' || missing || '.' AS detail
FROM quorum
