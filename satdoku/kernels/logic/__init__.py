"""The search for logical steps, on any theory: one rule a file, simplest first (see `path`)."""
