"""Certificates: proofs of a puzzle's properties, and an independent checker for them."""

#: The claims that a certificate can make.
CLAIMS = ("proper", "irreducible", "logic")
#: The provers: our own search, or a PySAT solver whose proof log the checker can follow.
PROVERS = ("search", "cadical103", "cadical153", "cadical195", "glucose3", "glucose4", "lingeling")
