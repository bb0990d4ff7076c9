"""Relations of two cells and sets of digits as clauses; for the encoding see `form_clauses`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...geometry import Cells
from ..forms import DigitPairs, DigitSet, Relation
from .builder import Clauses
from .templates import Recorder, recorded
from .writing import ClauseTemplate

#: Up to so many relations are replayed one by one: few rules share a template of all of them.
FEW = 40
#: digit of a cell → the digits that it excludes in the other cell
Excluded = dict[int, DigitSet]


def add_relations(clauses: Clauses, relations: Sequence[Relation]) -> None:
    """Require each relation: its two cells hold one of its pairs.

    The many relations of a rule for the whole board, such as anti-knight, are one template: other
    boards have the same ones.
    """
    if len(relations) > FEW:
        _add_together(clauses, relations)
        return
    for relation in relations:
        template = _template(relation.pairs, clauses.digits)
        clauses.replay(template, (relation.first, relation.second))


def _add_together(clauses: Clauses, relations: Sequence[Relation]) -> None:
    number: dict[int, int] = {}  # cell → its place in the template
    parts: list[tuple[int, int, DigitPairs]] = []
    for relation in relations:
        first = number.setdefault(relation.first, len(number))
        second = number.setdefault(relation.second, len(number))
        parts.append((first, second, relation.pairs))

    def write(recorder: Recorder) -> None:
        for first, second, pairs in parts:
            recorder.replay(_template(pairs, clauses.digits), (first, second))

    # numbered in the order in which the cells occur: the same rule elsewhere has the same key
    key = ("relations", tuple(parts))
    template = recorded(key, clauses.digits, len(number), write)
    clauses.replay(template, tuple(number))


def _template(pairs: DigitPairs, digits: Cells) -> ClauseTemplate:
    return recorded(("relation", pairs), digits, 2, partial(_write_relation, pairs=pairs))


def _write_relation(clauses: Recorder, pairs: DigitPairs) -> None:
    """Write a relation of cells 0 and 1.

    For each set of digits that some digit of a cell excludes in the other cell, all digits that
    exclude the whole set share one at-most-one clause. Digits that pair only with each other are
    made equivalent. A digit without any partner is denied first.
    """
    digits = clauses.digits
    first, second = 0, 1
    excluded: dict[int, Excluded] = {first: {}, second: {}}
    for d in digits:
        excluded[first][d] = frozenset(e for e in digits if (d, e) not in pairs)
    for e in digits:
        excluded[second][e] = frozenset(d for d in digits if (d, e) not in pairs)
    alive = {}
    for cell in (first, second):
        alive[cell] = [d for d in digits if len(excluded[cell][d]) < len(digits)]
        clauses.never(clauses.v(cell, d) for d in digits if d not in alive[cell])
    if not alive[first]:
        return
    # as at-most-one clauses, an equivalence would be two implications; one exactly-one clause says
    # both
    twins = _twins(excluded[first], excluded[second])
    for d, e in twins.items():  # d here iff e there
        clauses.clause([clauses.v(first, d), clauses.complement(clauses.v(second, e))])
    settled = {first: set(twins), second: set(twins.values())}
    for cell, other in ((first, second), (second, first)):
        own = excluded[cell]
        dead = len(digits) - len(alive[other])
        # each excluded set once: digits that exclude more than it join its clause
        for out in dict.fromkeys(own[d] for d in alive[cell] if d not in settled[cell]):
            # what excludes only digits that are dead anyway says nothing
            if len(out) > dead:
                group = [clauses.v(cell, d) for d in alive[cell] if own[d] >= out]
                clauses.at_most_one([clauses.is_in(other, out), *group])


def _twins(of_first: Excluded, of_second: Excluded) -> dict[int, int]:
    """Return the digits of the first cell that pair with just one digit of the second, if that
    digit pairs with no other."""
    everything = of_first.keys()
    twins = {}
    for d, excluded in of_first.items():
        partners = everything - excluded
        if len(partners) == 1:
            e = partners.pop()
            if everything - of_second[e] == {d}:
                twins[d] = e
    return twins


def add_sets(clauses: Clauses, cells: Sequence[int], sets: tuple[DigitSet, ...]) -> None:
    """Require: the cells are distinct, and hold one of the sets."""
    write = partial(write_sets, cells=len(cells), sets=sets)
    template = recorded(("sets", sets), clauses.digits, len(cells), write)
    clauses.replay(template, cells)


def write_sets(clauses: Recorder, cells: int, sets: Sequence[DigitSet]) -> dict[DigitSet, int]:
    """Write the clauses for so many cells; return the slot of each set if several."""
    if not sets:
        clauses.impossible(0)
        return {}
    where = f"{clauses.cell_name(0)} and its {cells} cells"
    chosen = {}
    if len(sets) > 1:
        for s in sets:
            chosen[s] = clauses.helper(f"{where} are {sorted(s)}")
        clauses.clause(chosen.values())
    for d in clauses.digits:
        mine = [clauses.v(cell, d) for cell in range(cells)]
        if not any(d in s for s in sets):
            clauses.never(mine)
        elif all(d in s for s in sets):
            clauses.clause(mine)
        else:
            missing = clauses.helper(f"no {d} in {where}")
            clauses.clause([missing, *mine])
            holding = [x for s, x in chosen.items() if d in s]
            clauses.clause([missing, *holding])
            clauses.cases(missing, [x for s, x in chosen.items() if d not in s])
    return chosen
