"""SQL that the checks build on: names for what columns hold (`names.sql`), the least stake (`steps.sql`), what is due (`due.sql`)."""
