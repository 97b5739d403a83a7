-- table: rules
-- comment: The rule set of every session, one parameter a row (docs/RULES.md).
-- column session: number of the session
-- column parameter: table and name, such as banker.soft17
-- column value: its value as it is written in a rule set, without quotation marks; several apart by a space
SELECT session, parameter::VARCHAR AS parameter, value::VARCHAR AS value FROM rules_rows ORDER BY session, parameter
