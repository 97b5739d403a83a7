"""The views of the database that answer the usual questions, one SQL file each (as in `audit/published`), and how they estimate."""
