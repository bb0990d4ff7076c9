"""The rules of a variant and their clauses: kinds → generic forms → exactly-one clauses.

A `Constraint` is data on a layout. Its kind (`registry.KINDS`) defines its meaning in a few
generic forms (`forms`), and `clauses/` encodes each form as clauses over the board's variables and
auxiliary variables, on which the base rules find all that the form implies. The same forms are
searched without clauses by `satdoku.kernels.propagation`, and CP-SAT models them in its own words.
"""
