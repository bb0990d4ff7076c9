"""Puzzles as text: reading with format detection (`text.reader`), writing (`write`), and one table
of all formats (`table`), each in its own module."""
