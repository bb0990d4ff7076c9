"""The arrays of the Explainer's techniques, laid out for a theory."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...theory import Theory
from ..explainer.closures import BITS, Closures
from ..explainer.links import Links, Numbering
from ..explainer.nested_multiple import Trees
from ..explainer.nests import Nests
from ..explainer.new_links import NewLinks
from ..explainer.nishio import Places
from ..explainer.runs import Runs
from ..explainer.unary import Nodes
from ..logic.found import NUMBERS, FoundStep
from ..logic.grid import Grid

#: The maximum number of candidates of a position for which chains are searched, on 9×9 boards
#: without rules and on others; the room for the parents and reasons of its runs.
CANDIDATES, MOST_CANDIDATES, PARENTS, REASONS = 400, 1024, 1 << 20, 1 << 19
#: Hints within a run at once, and those used in all runs of a position.
HINTS, USED = 1024, 1 << 16
#: The longest proof that is recorded for a step.
LONGEST_PROOF = 1 << 15


def explainer_parts(theory: Theory, grid: Grid, wanted: bool) -> dict[str, Any]:
    """Return the fields of `Search` for these techniques, as small as possible unless `wanted`."""
    layout = theory.layout
    assert layout
    usual = layout.size < 10 and not theory.rules
    most = min(theory.board_variables, CANDIDATES if usual else MOST_CANDIDATES) if wanted else 1
    variables = theory.board_variables if wanted else 1

    def whole(size: int) -> Any:
        return np.zeros(size if wanted else 1, np.int64)

    def half(size: int) -> Any:
        return np.zeros(size if wanted else 1, np.int32)

    nodes = 2 * most * (2 * most + 1)
    width = (most + BITS - 1) // BITS
    links = 2 * (layout.cell_count + len(grid.first_spots))
    deepest = int(np.diff(grid.regions_of.starts).max(initial=1))
    neighbours = most * (layout.size * 4 + 4 if not theory.rules else _most_mates(theory))
    return {
        "best": FoundStep(
            numbers=whole(NUMBERS),
            asserted=whole(4),
            denied=whole(variables + 1),
            bases=whole(LONGEST_PROOF),
            covers=whole(LONGEST_PROOF),
            proof=whole(LONGEST_PROOF),
        ),
        "rank": whole(1),
        "numbering": Numbering(
            counts=whole(2),
            version=whole(1),
            number_of=half(variables + 1),
            variable_of=half(most),
            cell_of=half(most),
            digit_of=half(most),
            place_starts=half(most + 1),
            spot_of=half(most * deepest),
            place_bits=whole(most * deepest),
            spot_forces=half(most * deepest),
            number_at=half(len(grid.first_spots) * layout.size),
            stamps=whole(2 * most),
            path_stamps=whole(2 * most),
            cell_stamps=whole(layout.cell_count),
        ),
        "outer": _links(half, most, neighbours),
        "nodes": Nodes(*(half(64 * most) for _ in range(4))),
        "places": Places(
            numbers=whole(layout.cell_count),
            place_of=half(most),
            seen=whole(BITS),
            regions=whole(len(grid.full)),
            broken=half(2 * most),
            quiet=whole(len(grid.first_spots)),
        ),
        "runs": Runs(
            counts=whole(8),
            mode=half(2 * most),
            begins=half(2 * most),
            ends=half(2 * most),
            broken_on=half(2 * most),
            broken_off=half(2 * most),
            literals=half(nodes),
            causes=half(nodes),
            parent_starts=half(nodes),
            parents=half(PARENTS),
            reasons=half(REASONS),
            nest_of=half(nodes),
            sizes=half(nodes),
            above=whole((2 * most + 1) * (2 * most // BITS + 1)),
            node_of=half(4 * most * most),
            on=half(2 * most),
            off=half(2 * most),
        ),
        "within": _links(half, most, neighbours),
        "nests": Nests(
            counts=whole(4),
            ranks=whole(HINTS),
            starts=whole(HINTS),
            words=half(1 << 16),
            lengths=whole(USED),
            sums=whole(USED),
            seen=whole(USED),
        ),
        "closures": Closures(
            counts=whole(4),
            **{name: whole(most * width) for name in ("weak_sets", "digit_sets", "ons", "offs")},
            **{name: whole(width) for name in Closures._fields[5:-2]},
            ready=whole(most),
            stack=half(8 * most),
        ),
        "new_links": NewLinks(
            counts=whole(3),
            heads=half(most),
            nexts=half(links),
            others=half(links),
            linked=whole(width),
            ons=whole(most * width),
            offs=whole(most * width),
        ),
        "trees": Trees(
            before=half(2 * most * most),
            clauses=half(2 * most * most),
            lengths=half(2 * most * most),
            order=half(2 * most * most),
            grown=half(most),
            counts=half(most),
            ranks=whole(2 * most),
            sources=half(2 * most),
            branches=whole(2 * layout.size),
        ),
        "branches": whole(2 * layout.size),
        "ends": whole(2 * layout.size),
        "ancestry": half(2 * most),
    }


def _most_mates(theory: Theory) -> int:
    """Return the largest number of candidates that share clauses with one candidate."""
    variables = range(1, theory.board_variables + 1)
    mates = ({w for c in theory.occurrences[v] for w in theory.members[c]} for v in variables)
    return max(len(theory.on_board(sorted(own))) for own in mates)


def _links(half: Any, most: int, neighbours: int) -> Links:
    return Links(
        weak_starts=half(most + 1),
        weak_middles=half(most + 1),
        weak=half(neighbours),
        strong_starts=half(most + 1),
        strong_middles=half(most + 1),
        strong=half(8 * most),
        strong_clauses=half(8 * most),
    )
