"""What is the matter with a puzzle: why it has no solution, why several, what it has to spare."""
