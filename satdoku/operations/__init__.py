"""The operations on puzzles: solve, count, check, minimise, generate. Engines do the work."""
