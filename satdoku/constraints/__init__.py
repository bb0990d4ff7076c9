"""What the rules of a variant say, and their clauses: kinds → generic forms → exactly-one clauses.

A `Constraint` is data on a layout. Its kind (`kinds.KINDS`) says what it means in a few generic
forms (`forms`), and `clauses` writes each form once, as clauses over the board's variables and
auxiliary variables, on which the base rules find all that the form implies.
"""
