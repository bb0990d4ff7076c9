"""What one does with puzzles: solve, count, check, minimise, generate. Engines do the work."""
