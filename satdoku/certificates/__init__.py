"""Proof that a puzzle is what it is said to be, and the checker that trusts nobody."""

#: What can be claimed.
CLAIMS = ("proper", "irreducible", "logic")
#: Who can prove it: our search, or one of PySAT's solvers that log what the checker follows.
PROVERS = ("search", "cadical103", "cadical153", "cadical195", "glucose3", "glucose4", "lingeling")
