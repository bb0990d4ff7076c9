"""The search for steps: the choice of techniques, the compiled search and its log."""
