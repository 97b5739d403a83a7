"""The tables of the database that an audit writes, one SQL file each: comments for the table and every column, and the SELECT that fills it."""
