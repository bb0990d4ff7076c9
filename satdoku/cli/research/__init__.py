"""Commands for research: encodings, engines, and how they compare."""
