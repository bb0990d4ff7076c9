"""Encodings of a theory as CNF: one function or file per encoding, and their registry."""
