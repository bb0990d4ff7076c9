"""Chains of three strong links that have names: M-, S-, L- and H-wing.

A strong link is a cell of two candidates, or a digit with two places in a house. W-wing: cell,
house, cell. M-wing: cell, house, house, with one digit at both ends. S-wing (split): house, cell,
house. L-wing (local): three houses. H-wing (hybrid): the remaining chains of three digits.

Sources: the forums of Daily Sudoku and enjoysudoku.com ("generic wings", "Local-Wing").
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...cancellation import look
from ..catalog.naming import wing_name
from ..telling.sentences import candidates_text
from ..view import Found, View, each
from .chains import Kind, nets


def wings(view: View, name: str) -> Iterator[Found]:
    """Yield the chains of three strong links of this name."""
    for net in nets(view, Kind.of("")):
        for a in range(len(net.bits)):
            for b in net.strong[a]:
                look()
                for path in _paths(net.strong, net.weak, [a, b]):
                    gone = net.deny[path[0]] & net.deny[path[-1]]
                    if not gone or path[0] > path[-1]:
                        continue
                    digits = [net.places[k][0] for k in path]
                    in_cells = [
                        net.places[path[k]][1] == net.places[path[k + 1]][1] for k in (0, 2, 4)
                    ]
                    if wing_name(in_cells, digits) == name:
                        strong, weak = net.clauses(path)
                        nodes = tuple(net.members[k] for k in path)
                        first, last = (candidates_text(view.theory, nodes[k]) for k in (0, -1))
                        gone_now = tuple(each(gone))
                        yield Found(
                            gone_now,
                            (),
                            f"If not {first}, then {last}: one of the two is true",
                            strong,
                            (),
                            tuple(dict.fromkeys((*weak, *_denying(view, gone_now, nodes)))),
                            nodes,
                            (("ends", (*nodes[0], *nodes[-1])),),
                            size=3,
                        )


def _paths(
    strong: list[dict[int, tuple[int, ...]]], weak: Callable[[int], list[int]], path: list[int]
) -> Iterator[list[int]]:
    """Yield paths of six nodes, with strong and weak links in turn."""
    if len(path) == 6:
        yield path
        return
    for c in weak(path[-1]):
        if c in path:
            continue
        for d in strong[c]:
            if d not in path:
                yield from _paths(strong, weak, [*path, c, d])


def _denying(view: View, gone: Sequence[int], nodes: Sequence[tuple[int, ...]]) -> Iterator[int]:
    """Yield the clauses by which the ends deny the removed candidates."""
    occurrences = view.theory.occurrences
    for z in gone:
        for end in (nodes[0], nodes[-1]):
            yield min(set(occurrences[z]) & set(occurrences[end[0]]))
