"""Why a puzzle has no solution or several, and which of its givens are redundant."""
