"""Commands that answer what a puzzle's solutions are."""
