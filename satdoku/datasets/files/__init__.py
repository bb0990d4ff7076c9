"""Data sets as files: rows read from and written to every format."""
