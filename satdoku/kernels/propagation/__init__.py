"""Search on masks: what a board's rules say, as propagators on the digits that cells can hold.

Idea: a cell is a mask of digits, and a rule is a function that removes digits which it refutes. No
clauses, no auxiliary variables: a generic form (`satdoku.constraints.forms`) becomes one propagator
with its numbers in a flat array, and the search copies nothing but the masks.

Invariant: a propagator only removes digits that no solution of its form has, given the masks; and
if each of its cells has one digit left, it fails exactly if the form does not hold. So a board
whose cells all have one digit, and whose propagators have all run since, is a solution.

board           the records: propagators, masks, the queues of propagators to run
houses, bands, intersections, relations, sets, needed, sums, equal_sums, bounds, automata, one_of,
counts, distinct_counts, labels, lookups, lunchboxes,
connections, areas, alike, ranks, parted       one propagator each
alternatives    `or`: what at least one alternative leaves
dispatch        runs the propagators in the queues
searching       the search, a kernel
pieces, sum_pieces, automaton_pieces, count_pieces    a form → the numbers of its propagator
compiling       all forms of a board → arrays
mask_search     boards of a layout, for Python

Clauses of the same forms are made in `satdoku.constraints.clauses`: each judges the other.
"""
