"""The base rules and search on any theory, over flat arrays."""
