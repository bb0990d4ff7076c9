"""The command that reads pictures."""
