"""What is the matter with a puzzle: why there is no solution, why several, what is to spare."""
