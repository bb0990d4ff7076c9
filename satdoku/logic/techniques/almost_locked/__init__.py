"""Almost locked sets and what else counts the digits of a few cells."""
