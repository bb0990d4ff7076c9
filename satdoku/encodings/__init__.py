"""A theory in other formalisms: CNF by many encodings, KNF, CNF+, OPB, CP-SAT, MiniZinc, …

`cnf.exactly_one` has one function per encoding, `cnf.registry` their names and references;
`cnf.minimal` and `cnf.triads` encode a whole theory at once. `files` writes the formats of solvers.
"""
