"""The tables of the database that an audit writes, one SQL file each: comments for table and columns, and the SELECT that fills it."""
