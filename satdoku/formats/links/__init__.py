"""Links of other programs, and the JSON that they contain."""
