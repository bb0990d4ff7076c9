"""Cover(k) for one digit with clauses of any kinds: Franken and mutant fish.

If the candidates of k clauses that share none (the bases) all lie in k other clauses (the covers),
the covers' other candidates are false. Here bases and covers are any clauses of a digit: with boxes
the fish is called Franken, with rows and columns on one side mutant. It is looked for only when
asked: it costs far more than the search in matrices, and finds little that chains do not.

Source: Sudopedia, "Fish"; the ultimate fish guide's names.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..kernels.logic.kinds import BOX, COLUMN, EXTRA, ROW
from ..stopping import look
from .fish import FISH
from .position import Position
from .rules import GENERAL_COVER, rating_of
from .steps import LogicStep, kind_of


def find_general_cover(position: Position) -> LogicStep | None:
    """The first with the fewest clauses, of two to four."""
    return next((step for k in FISH for step in general_covers(position, k)), None)


def general_covers(position: Position, k: int) -> Iterator[LogicStep]:
    """The covers of k clauses of a digit that deny something."""
    theory = position.theory
    by_digit: dict[int, dict[int, frozenset[int]]] = {}
    for index, clause in enumerate(theory.clauses):
        candidates = frozenset(position.open_members(index))
        if clause.digit and len(candidates) > 1:
            by_digit.setdefault(clause.digit, {})[index] = candidates
    for members in by_digit.values():
        usable = [c for c in members if theory.clauses[c].exactly_one]
        for bases in combinations(usable, k):
            look()
            inside = frozenset(v for c in bases for v in members[c])
            if len(inside) != sum(len(members[c]) for c in bases):
                continue  # two of them share a candidate
            for covers in _covers(members, set(bases), inside, k):
                held = frozenset(v for c in covers for v in members[c])
                if held > inside:
                    yield LogicStep(
                        rule=GENERAL_COVER,
                        name=_name(position, bases, covers),
                        tenths=rating_of(GENERAL_COVER),
                        denied=tuple(sorted(held - inside)),
                        bases=bases,
                        covers=covers,
                    )


def _covers(
    members: dict[int, frozenset[int]], bases: set[int], left: frozenset[int], k: int
) -> Iterator[tuple[int, ...]]:
    """Sets of k clauses outside the bases that hold all that is left."""
    if not left:
        yield ()
        return
    if k == 0:
        return
    first = min(left)
    for clause, inside in members.items():
        if first in inside and clause not in bases:
            for others in _covers(members, bases, left - inside, k - 1):
                yield (clause, *others)


def _name(position: Position, bases: tuple[int, ...], covers: tuple[int, ...]) -> str:
    """'Franken swordfish', 'mutant X-wing', 'X-wing'."""
    clauses = position.theory.clauses
    sides = [{kind_of(clauses[c]) for c in side} for side in (bases, covers)]
    fish = FISH[len(bases)]
    if any({ROW, COLUMN} <= side for side in sides):
        return f"mutant {fish}"
    return f"Franken {fish}" if any({BOX, EXTRA} & side for side in sides) else fish
