"""Paper sizes, the number of puzzles per page, labels: what `print` and `book` offer."""

PAPERS = {"a4": "a4", "a5": "a5", "letter": "us-letter"}
#: Half of each paper size, for booklets.
HALVES = {"a4": "a5", "a5": "a6", "letter": "us-statement"}
#: Puzzles per page: (columns, rows) in portrait format.
GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}
COVERS = (".pdf", ".svg", ".png", ".jpg", ".jpeg")
#: What may be printed next to a puzzle's number.
LABELS = ("none", "level", "rating", "both")
