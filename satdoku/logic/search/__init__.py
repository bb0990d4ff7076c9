"""How steps are searched for: what may be used, the compiled search and its log."""
