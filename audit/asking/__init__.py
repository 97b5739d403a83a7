"""Questions to a database that the audit wrote: a connection that can do nothing else, limits, one sentence for what is refused."""
