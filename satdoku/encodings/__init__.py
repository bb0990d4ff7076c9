"""A theory in other formalisms: CNF by many encodings, KNF, CNF+, OPB, CP-SAT, MiniZinc, …

`exactly_one` holds one encoding a function, `registry` their names and references; `minimal` and
`triads` encode a whole theory at once. Each target format is a file of its own.
"""
