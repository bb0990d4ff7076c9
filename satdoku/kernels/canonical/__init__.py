"""The lexically least form of a board: which rows, columns and names make it."""
