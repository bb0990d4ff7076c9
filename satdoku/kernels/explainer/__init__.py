"""The techniques of Sudoku Explainer, in its order and with its lengths; see docs/logic.md."""
