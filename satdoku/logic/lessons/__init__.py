"""The lessons: for each technique a definition, a proof and an example position."""
