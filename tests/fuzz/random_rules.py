"""A random mix of rules that a grid satisfies: propose rules at random and keep those that hold.

>>> from satdoku.formats.text.reader import parse
>>> layout = with_random_rules(parse("1234341221434321"), RandomStream(1))
>>> 1 <= len(layout.constraints) <= 4
True
"""

from __future__ import annotations

from collections.abc import Callable

from satdoku.board import Puzzle
from satdoku.certificates.rule_checker import rules_as_cnf
from satdoku.certificates.rule_forms import rules_of
from satdoku.errors import LayoutError
from satdoku.layout import Layout
from satdoku.random_stream import RandomStream

#: Maximum number of proposals per mix.
TRIES = 60

#: Proposes a rule for a grid, as text.
Proposal = Callable[[Puzzle, RandomStream], str]


def with_random_rules(grid: Puzzle, stream: RandomStream) -> Layout:
    """Return the grid's board with up to four rules that the grid satisfies."""
    layout, count = grid.layout, 1 + stream.below(4)
    for _ in range(TRIES):
        text = PROPOSALS[stream.below(len(PROPOSALS))](grid, stream)
        try:
            alone = grid.layout.with_constraints(text)
            _, (keeps,) = rules_as_cnf(rules_of(alone), alone.size, alone.symbols, alone.cell_count)
        except LayoutError:  # too few cells, or a cage that no digits can fill
            continue
        if keeps(set(grid.givens)):
            layout = layout.with_constraints(text)
            if len(layout.constraints) == count:
                break
    return layout


def _path(grid: Puzzle, stream: RandomStream, longest: int) -> list[int]:
    """Return a path of two or more distinct cells, each adjacent (also diagonally) to the last."""
    n = grid.layout.size
    path = [stream.below(n * n)]
    while len(path) < 2 or (len(path) < longest and stream.below(2)):
        r, c = divmod(path[-1], n)
        near = [(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        free = [i * n + j for i, j in near if 0 <= i < n and 0 <= j < n and i * n + j not in path]
        if not free:
            break
        path.append(free[stream.below(len(free))])
    return path


def on_path(kind: str, number: str = "", longest: int = 4, order: int = 0) -> Proposal:
    """Return a proposal of a rule on a path. number: "sum", "gap", or "any" for a random one;
    order: 1 sorts the cells by ascending digit, -1 by descending digit."""

    def propose(grid: Puzzle, stream: RandomStream) -> str:
        path = _path(grid, stream, longest)
        if order:
            path.sort(key=lambda cell: order * grid.cells[cell])
        digits = [grid.cells[cell] for cell in path]
        numbers = {
            "": "",
            "sum": f":{sum(digits)}",
            "gap": f":{abs(digits[0] - digits[-1])}",
            "any": f":{stream.below(2 * grid.layout.size)}",
        }
        cells = ",".join(grid.layout.cell_name(cell) for cell in path)
        return f"{kind}{numbers[number]}:{cells}"

    return propose


def on_line(kind: str) -> Proposal:
    """Return a proposal of a clue at the end of a row or column, with a random number."""

    def propose(grid: Puzzle, stream: RandomStream) -> str:
        n = grid.layout.size
        k, clue = 1 + stream.below(n), stream.below(n + 3)
        ends = [(k, 1, k, n), (k, n, k, 1), (1, k, n, k), (n, k, 1, k)][stream.below(4)]
        return "{}:{}:r{}c{}-r{}c{}".format(kind, clue, *ends)

    return propose


def either(grid: Puzzle, stream: RandomStream) -> str:
    """Propose a choice of two rules on paths."""
    simple = (on_path("killer", "sum"), on_path("thermometer"), on_path("odd"))
    first, second = (simple[stream.below(3)](grid, stream) for _ in range(2))
    return f"or({first}|{second})"


def of_board(kind: str) -> Proposal:
    """Return a proposal of a rule that applies to the entire board."""
    return lambda grid, stream: kind


PROPOSALS: tuple[Proposal, ...] = (
    on_path("killer", "sum"), on_path("killer", "sum", 3), on_path("sum", "sum"),
    on_path("thermometer", order=1), on_path("slow-thermometer", order=1), on_path("renban"),
    on_path("arrow", longest=3, order=-1), on_path("difference", "gap", 2),
    on_path("pair-sum", "sum", 2), on_path("ratio", longest=2), on_path("greater", order=-1),
    on_path("whisper"), on_path("nabner"), on_path("parity-line"), on_path("palindrome"),
    on_path("between"), on_path("zipper", longest=3), on_path("odd", longest=2),
    on_path("even", longest=2), on_path("little-killer", "sum"), on_path("quadruple", "any"),
    on_path("sum-line", "sum"), on_path("count-distinct"), on_path("region-sum-line"),
    on_line("sandwich"), on_line("skyscraper"), on_line("x-sum"), on_line("numbered-room"),
    on_line("full-rank"), on_line("hidden-skyscraper"),
    either, of_board("anti-knight"), of_board("non-consecutive"), of_board("anti-king"),
)  # fmt: skip
