"""The search for logical steps, on any theory: one rule per file, simplest first (see `path`)."""
