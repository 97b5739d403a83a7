"""Players' own entropy, the operator's side: files out, files in, and nothing taken for what it is not (FORMAT.md §12)."""
