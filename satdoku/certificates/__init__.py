"""Certificates: proofs of a puzzle's properties, and an independent checker for them."""

#: The claims that a certificate can make of a proper puzzle, alone or together.
OF_PROPER = ("proper", "irreducible", "logic", "rules-needed", "fewest")
#: All claims; each of the others stands alone.
CLAIMS = (*OF_PROPER, "none", "all", "at-least", "smallest")
#: The provers: our own search, or a PySAT solver whose proof log the checker can follow.
PROVERS = ("search", "cadical103", "cadical153", "cadical195", "glucose3", "glucose4", "lingeling")
