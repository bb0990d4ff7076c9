"""Fish: lines whose candidates of a digit lie in as many crossing lines."""
