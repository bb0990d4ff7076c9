"""A board as SVG: its rules, digits and candidates, and what a step uses and concludes.

Givens are bold and dark, later digits blue, candidates small and grey. Bases are shaded blue,
covers yellow, the violated clause of a refutation red. Candidates that the step relies on are
green, denied ones red, assumptions orange. Strong links are solid lines, weak links dashed; arrows
lead from a true candidate to what it forces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from ...board import Puzzle
from ...constraints.kind_table import GALAXY, LAYER, SCHRODINGER, layer_kind
from ...formats.write import fogged
from ...logic.position import Position
from ...logic.steps import LogicStep
from . import rules
from .board import FAINT, INK, LINK, borders, diagonals, extra_houses, frame, numbers, square
from .marks import Link, Marks, marks_of
from .pieces import head, middle_of
from .plan import Plan, Point

FOUND, PAPER = "#0a58ca", "#ffffff"
GOOD, BAD, SUPPOSED = "#1a7f37", "#cf222e", "#bc4c00"
SHADES = {
    "base": "#cfe3ff", "cover": "#fff1b8", "broken": "#ffdcd7", "third": "#d9f2dd",
    "fourth": "#efdcf7", "layer": "#c4c9d0", "fog": "#dfe2e6",
}  # fmt: skip


def picture(
    position: Position, step: LogicStep | None = None, givens: Puzzle | None = None, **looks: bool
) -> str:
    """Return a position, optionally with a step. givens: the puzzle, to distinguish later digits.
    looks: as of a `Plan`."""
    return "\n".join(layers(position, step, givens, **looks))


def layers(
    position: Position, step: LogicStep | None = None, givens: Puzzle | None = None, **looks: bool
) -> list[str]:
    """Return the same picture in parts, in drawing order: between opening and closing tag the
    background, each shaded cell, the board, the content of each cell, each link. Pictures of the
    same board share most parts."""
    plan = Plan(position.layout, **looks)
    marks = marks_of(position, step)
    contents = [
        *_contents(position, marks, givens, plan),
        *(_link(link, plan) for link in marks.links),
    ]
    return _layers(plan, step.name if step else "the position", contents, marks.shaded)


def puzzle_picture(
    puzzle: Puzzle,
    solution: Puzzle | None = None,
    shaded: dict[int, str] | None = None,
    **looks: bool,
) -> str:
    """Return a puzzle without candidates; a given solution fills the blank cells. Without it,
    cells in fog are grey. shaded: cells with a key of `SHADES`. looks: as of a `Plan`."""
    plan = Plan(puzzle.layout, **looks)
    full = (solution or puzzle).cells
    contents = [
        _digit(plan, cell, digit, is_given=bool(puzzle.cells[cell]))
        for cell, digit in enumerate(full)
        if digit
    ]
    name = "the solution" if solution else "the puzzle"
    values = [full[variable] for variable in puzzle.layout.layer_cells]
    holding = layer_kind(puzzle.layout)
    if holding == GALAXY:
        contents += borders(plan, values)
    elif holding == SCHRODINGER:
        contents += [_second(plan, cell, digit) for cell, digit in enumerate(values) if digit > 1]
    shades = dict.fromkeys(() if solution else fogged(puzzle), "fog")
    if holding == LAYER:
        shades |= {cell: "layer" for cell, value in enumerate(values) if value == 2}
    return "\n".join(_layers(plan, name, contents, shades | (shaded or {})))


def _layers(
    plan: Plan, name: str, contents: Iterable[str], shaded: dict[int, str] | None = None
) -> list[str]:
    """Return the complete picture: the board, its rules and its content."""
    width = f"{plan.width:g}"
    height = f"{plan.height:g}"
    label = escape(name)
    beginning = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'width="{width}" font-family="Helvetica, Arial, sans-serif" aria-label="{label}">\n'
        f"<title>{label}</title>"
    )
    paper = f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
    board = (
        *diagonals(plan),
        *rules.behind(plan),
        *frame(plan),
        *(numbers(plan) if plan.numbered else ()),
        *rules.before(plan),
    )
    return [
        beginning,
        "\n".join([paper, *extra_houses(plan)]),
        *(square(plan, cell, SHADES[kind]) for cell, kind in sorted((shaded or {}).items())),
        "\n".join(board),
        *contents,
        "</svg>",
    ]


# -- Content of cells -----------------------------------------------------------------------------


def _digit(plan: Plan, cell: int, digit: int, is_given: bool) -> str:
    look = f'fill="{INK}" font-weight="bold"' if is_given else f'fill="{FOUND}"'
    return _symbol(plan, cell, digit, look, (0, 0.36), 1)


def _second(plan: Plan, cell: int, digit: int) -> str:
    """Return the second digit of a Schrödinger cell, small, in its lower right corner."""
    return _symbol(plan, cell, digit, f'fill="{LINK}"', (0.55, 0.62), 0.6)


def _symbol(plan: Plan, cell: int, digit: int, look: str, aside: Point, size: float) -> str:
    (x, y), unit = plan.digit_middle(cell), plan.digit
    return (
        f'<text x="{x + unit * aside[0]:g}" y="{y + unit * aside[1]:g}" '
        f'font-size="{unit * size:g}" {look} '
        f'text-anchor="middle">{escape(plan.layout.symbol(digit))}</text>'
    )


def _contents(position: Position, marks: Marks, givens: Puzzle | None, plan: Plan) -> Iterator[str]:
    """Yield digits and candidates, cell by cell."""
    layout = position.layout
    backs = dict.fromkeys((*marks.used, *marks.asserted), GOOD)
    backs |= dict.fromkeys(marks.supposed, SUPPOSED)
    backs |= {v: SUPPOSED if v in marks.supposed else BAD for v in marks.denied}
    for cell in range(layout.cell_count):
        if digit := position.digit_in(cell):
            yield _digit(plan, cell, digit, givens is None or bool(givens.cells[cell]))
            continue
        lines = [
            line
            for d in position.candidates_in(cell)
            for line in _candidate(layout.variable_of(cell, d), plan, marks, backs)
        ]
        if lines:
            yield "\n".join(lines)


def _candidate(variable: int, plan: Plan, marks: Marks, backs: dict[int, str]) -> Iterator[str]:
    cell, digit = plan.layout.cell_and_digit(variable)
    (cx, cy), size = plan.candidate(cell, digit), plan.candidate_size(cell)
    back = backs.get(variable, "")
    if back:
        yield f'<circle cx="{cx:g}" cy="{cy:g}" r="{size * 0.62:.3g}" fill="{back}"/>'
    weight = ' font-weight="bold"' if variable in marks.asserted else ""
    symbol = escape(plan.layout.symbol(digit))
    yield (
        f'<text x="{cx:g}" y="{cy + size * 0.36:.4g}" font-size="{size:.3g}" '
        f'fill="{PAPER if back else FAINT}" text-anchor="middle"{weight}>{symbol}</text>'
    )
    if variable in marks.denied:
        half = size * 0.62
        yield (
            f'<path d="M{cx - half:.4g} {cy + half:.4g}l{2 * half:.4g} {-2 * half:.4g}" '
            f'stroke="{BAD}" stroke-width="1.5"/>'
        )


def _link(link: Link, plan: Plan) -> str:
    """Return a line between the centres of two nodes; for "forces" a curved arrow."""
    (x1, y1), (x2, y2) = (
        middle_of([plan.candidate(*plan.layout.cell_and_digit(v)) for v in node])
        for node in (link.start, link.end)
    )
    dx, dy = x2 - x1, y2 - y1
    length = max((dx * dx + dy * dy) ** 0.5, 1)
    gap = min(10 / length, 0.3)
    start, end = (x1 + gap * dx, y1 + gap * dy), (x2 - gap * dx, y2 - gap * dy)
    path = f"M{start[0]:.4g} {start[1]:.4g}L{end[0]:.4g} {end[1]:.4g}"
    dash = ' stroke-dasharray="4 4"' if link.kind == "weak" else ""
    width = 2.2
    if link.kind == "forces":
        width = 1.4
        bend = 0.12 * length
        middle = ((x1 + x2) / 2 - dy / length * bend, (y1 + y2) / 2 + dx / length * bend)
        path = (
            f"M{start[0]:.4g} {start[1]:.4g}Q{middle[0]:.4g} {middle[1]:.4g} "
            f"{end[0]:.4g} {end[1]:.4g}" + head(middle, end, 6, 0.5, 4)
        )
    return f'<path d="{path}" stroke="{LINK}" stroke-width="{width}" fill="none"{dash}/>'
