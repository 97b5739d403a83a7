-- table: players
-- comment: Every seat of every session.
-- column session: number of the session
-- column seat: number of the seat
-- column name: the player's name
-- column boxes: the boxes that the seat plays, apart by a space; in a private game its place round the table; NULL for none
-- column entropy_source: own: the player made the entropy; house: the operator did
-- column stack: money at the start
SELECT session, seat, name::VARCHAR AS name, nullif(boxes, '')::VARCHAR AS boxes, entropy_source::VARCHAR AS entropy_source, stack FROM players_rows ORDER BY session, seat
