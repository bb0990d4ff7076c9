"""Relations of two cells and sets of digits as clauses; for the encoding see `form_clauses`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ..forms import Relation
from .builder import Clauses
from .templates import Recorder, recorded
from .writing import Template

#: Up to so many relations are replayed one by one: few rules share a template of all of them.
FEW = 40


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
    parts = tuple(
        [
            (
                number.setdefault(r.first, len(number)),
                number.setdefault(r.second, len(number)),
                r.pairs,
            )
            for r in relations
        ]
    )

    def write(recorder: Recorder) -> None:
        for first, second, pairs in parts:
            recorder.replay(_template(pairs, clauses.digits), (first, second))

    template = recorded(("relations", parts), clauses.digits, len(number), write)
    clauses.replay(template, tuple(number))


def _template(pairs: frozenset[tuple[int, int]], digits: tuple[int, ...]) -> Template:
    return recorded(("relation", pairs), digits, 2, partial(_write_relation, pairs=pairs))


def _write_relation(clauses: Recorder, pairs: frozenset[tuple[int, int]]) -> None:
    # For each set of digits that some digit of a cell excludes in the other cell, all digits that
    # exclude the whole set share one at-most-one clause. Digits that pair only with each other are
    # made equivalent.
    first, second = 0, 1
    everything = frozenset(clauses.digits)
    forbidden = {
        (first, second): {
            d: frozenset(e for e in everything if (d, e) not in pairs) for d in clauses.digits
        },
        (second, first): {
            e: frozenset(d for d in everything if (d, e) not in pairs) for e in clauses.digits
        },
    }
    alive: dict[int, list[int]] = {}
    for (cell, _), excluded in forbidden.items():
        alive[cell] = [d for d in clauses.digits if excluded[d] != everything]
        clauses.never(clauses.v(cell, d) for d in clauses.digits if d not in alive[cell])
    if not alive[first]:
        return
    partners = {d: everything - forbidden[first, second][d] for d in alive[first]}
    twins = {d: next(iter(e)) for d, e in partners.items() if len(e) == 1}
    twins = {d: e for d, e in twins.items() if everything - forbidden[second, first][e] == {d}}
    for d, e in twins.items():  # d here iff e there
        clauses.clause([clauses.v(first, d), clauses.complement(clauses.v(second, e))])
    settled = {first: set(twins), second: set(twins.values())}
    for (cell, other), excluded in forbidden.items():
        dead = len(clauses.digits) - len(alive[other])
        for out in dict.fromkeys(excluded[d] for d in alive[cell] if d not in settled[cell]):
            if len(out) > dead:
                group = [clauses.v(cell, d) for d in alive[cell] if excluded[d] >= out]
                clauses.clause([clauses.is_in(other, out), *group], exactly_one=False)


def add_sets(clauses: Clauses, cells: Sequence[int], sets: tuple[frozenset[int], ...]) -> None:
    """Require: the cells are distinct, and hold one of the sets."""
    write = partial(write_sets, cells=len(cells), sets=sets)
    clauses.replay(recorded(("sets", sets), clauses.digits, len(cells), write), cells)


def write_sets(
    clauses: Recorder, cells: int, sets: Sequence[frozenset[int]]
) -> dict[frozenset[int], int]:
    """Write the clauses for so many cells; return the slot of each set if several."""
    if not sets:
        clauses.impossible(0)
        return {}
    where = f"{clauses.cell_name(0)} and its {cells} cells"
    chosen = {s: clauses.helper(f"{where} are {sorted(s)}") for s in sets} if len(sets) > 1 else {}
    if chosen:
        clauses.clause(chosen.values())
    for d in clauses.digits:
        mine = [clauses.v(cell, d) for cell in range(cells)]
        with_d = [x for s, x in chosen.items() if d in s]
        without = [x for s, x in chosen.items() if d not in s]
        if not any(d in s for s in sets):
            clauses.never(mine)
        elif not without:
            clauses.clause(mine)
        else:
            missing = clauses.helper(f"no {d} in {where}")
            clauses.clause([missing, *mine])
            clauses.clause([missing, *with_d])
            clauses.clause([clauses.complement(missing), *without])
    return chosen
