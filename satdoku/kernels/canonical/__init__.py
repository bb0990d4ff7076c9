"""The canonical form of a board, the lexically least one, with the search that finds it."""
