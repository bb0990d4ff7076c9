"""A board as SVG: its rules, digits and candidates, and what a step uses and concludes.

Givens are bold and dark, later digits blue, candidates small and grey. Bases are shaded blue,
covers yellow, the violated clause of a refutation red. Candidates that the step relies on are
green, denied ones red, assumptions orange. Strong links are solid lines, weak links dashed; arrows
lead from a true candidate to what it forces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from ...board import Puzzle
from ...constraints.constraint import Constraint
from ...constraints.kind_table import GALAXY, LAYER, SCHRODINGER, layer_kind
from ...constraints.rules_text import note_of
from ...errors import PuzzleError
from ...formats.write import fogged
from ...languages import contracted, telling, translator
from ...layout import Layout
from ...logic.position import Position
from ...logic.steps import LogicStep
from ...phrases import Name
from . import drawn_rules
from .board import FAINT, INK, LINK, borders, diagonals, extra_houses, frame, numbers, square
from .marks import Link, Marks, Node, marks_of
from .pieces import head, middle_of, polyline
from .plan import Plan, Point

FOUND, PAPER = "#0a58ca", "#ffffff"
GOOD, BAD, SUPPOSED = "#1a7f37", "#cf222e", "#bc4c00"
SHADES = {
    "base": "#cfe3ff", "cover": "#fff1b8", "broken": "#ffdcd7", "third": "#d9f2dd",
    "fourth": "#efdcf7", "layer": "#c4c9d0", "fog": "#dfe2e6",
}  # fmt: skip


def picture(
    position: Position,
    step: LogicStep | None = None,
    givens: Puzzle | None = None,
    language: str = "en",
    **looks: bool,
) -> str:
    """Return a position, optionally with a step. givens: the puzzle, to distinguish later digits.
    language: of what is written below the board. looks: as of a `Plan`."""
    return "\n".join(layers(position, step, givens, language, **looks))


def layers(
    position: Position,
    step: LogicStep | None = None,
    givens: Puzzle | None = None,
    language: str = "en",
    **looks: bool,
) -> list[str]:
    """Return the same picture in parts, in drawing order: between opening and closing tag the
    background, each shaded cell, the board, the content of each cell, each link. Pictures of the
    same board share most parts."""
    plan = _plan(position.layout, language, looks)
    marks = marks_of(position, step)
    contents = list(_contents(position, marks, givens, plan))
    contents += [_link(link, plan) for link in marks.links]
    name = telling(language)(Name(step.name if step else "the position"))
    return _layers(plan, name, contents, marks.shaded)


def _plan(layout: Layout, language: str, looks: Mapping[str, bool]) -> Plan:
    """Return the plan of a picture with what is written below the board in a language."""
    translate = translator(language)

    def tell(rule: Constraint, board: Layout) -> str:
        return contracted(note_of(rule, board, translate), language)

    return Plan(layout, tell=tell, **looks)


def puzzle_picture(
    puzzle: Puzzle,
    solution: Puzzle | None = None,
    shaded: dict[int, str] | None = None,
    language: str = "en",
    **looks: bool,
) -> str:
    """Return a puzzle without candidates; a given solution fills the blank cells. Without it,
    cells in fog are grey. shaded: cells with a key of `SHADES`. language: of the rules that are
    written below the board. looks: as of a `Plan`.

    Raises `PuzzleError` if the solution is no puzzle, such as the name of a format.
    """
    if not isinstance(solution, Puzzle | None):
        raise PuzzleError(
            f"picture() returns SVG and takes only the solved puzzle, not {solution!r}; "
            'satdoku.sheets([puzzle], form="png") makes PNG, and "pdf" and "svg" as well'
        )
    plan = _plan(puzzle.layout, language, looks)
    full = (solution or puzzle).cells
    contents = []
    for cell, digit in enumerate(full):
        if digit:
            is_given = bool(puzzle.cells[cell])
            contents.append(_digit(plan, cell, digit, is_given=is_given))
    shades: dict[int, str] = {}
    if not solution:
        shades = dict.fromkeys(fogged(puzzle), "fog")
    layer = [full[variable] for variable in puzzle.layout.layer_cells]
    holding = layer_kind(puzzle.layout)
    if holding == GALAXY:
        contents += borders(plan, layer)
    elif holding == SCHRODINGER:
        contents += [_second(plan, cell, digit) for cell, digit in enumerate(layer) if digit > 1]
    elif holding == LAYER:
        shades |= {cell: "layer" for cell, value in enumerate(layer) if value == 2}
    shades.update(shaded or {})
    name = telling(language)(Name("the solution" if solution else "the puzzle"))
    return "\n".join(_layers(plan, name, contents, shades))


def _layers(plan: Plan, name: str, contents: Iterable[str], shaded: Mapping[int, str]) -> list[str]:
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
    background = "\n".join([paper, *extra_houses(plan)])
    shades = [square(plan, cell, SHADES[kind]) for cell, kind in sorted(shaded.items())]
    board = "\n".join(_board(plan))
    return [beginning, background, *shades, board, *contents, "</svg>"]


def _board(plan: Plan) -> Iterator[str]:
    """Yield what is drawn between the shades of cells and their contents."""
    yield from diagonals(plan)
    yield from drawn_rules.behind(plan)
    yield from frame(plan)
    if plan.numbered:
        yield from numbers(plan)
    yield from drawn_rules.before(plan)


# -- Content of cells -----------------------------------------------------------------------------


def _digit(plan: Plan, cell: int, digit: int, *, is_given: bool) -> str:
    look = f'fill="{INK}" font-weight="bold"' if is_given else f'fill="{FOUND}"'
    return _symbol(plan, cell, digit, look)


def _second(plan: Plan, cell: int, digit: int) -> str:
    """Return the second digit of a Schrödinger cell, small, in its lower right corner."""
    return _symbol(plan, cell, digit, f'fill="{LINK}"', aside=(0.55, 0.62), size=0.6)


def _symbol(
    plan: Plan, cell: int, digit: int, look: str, aside: Point = (0, 0.36), size: float = 1
) -> str:
    """Return a digit. aside: its base line from the middle of digits; aside, size: in font sizes of
    a usual digit."""
    x, y = plan.digit_middle(cell)
    unit = plan.digit
    x += unit * aside[0]
    y += unit * aside[1]
    symbol = escape(plan.layout.symbol(digit))
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{unit * size:g}" {look} '
        f'text-anchor="middle">{symbol}</text>'
    )


def _contents(position: Position, marks: Marks, givens: Puzzle | None, plan: Plan) -> Iterator[str]:
    """Yield digits and candidates, cell by cell."""
    layout = position.layout
    backs = _backs(marks)
    for cell in layout.all_cells:
        digit = position.digit_in(cell)
        if digit:
            is_given = givens is None or bool(givens.cells[cell])
            yield _digit(plan, cell, digit, is_given=is_given)
            continue
        lines = list[str]()
        for d in position.candidates_in(cell):
            lines += _candidate(layout.variable_of(cell, d), plan, marks, backs)
        if lines:
            yield "\n".join(lines)


def _backs(marks: Marks) -> dict[int, str]:
    """Return the colour behind each candidate that the step is about."""
    backs = dict.fromkeys((*marks.used, *marks.asserted), GOOD)
    backs |= dict.fromkeys(marks.denied, BAD)
    backs |= dict.fromkeys(marks.supposed, SUPPOSED)
    return backs


def _candidate(variable: int, plan: Plan, marks: Marks, backs: Mapping[int, str]) -> Iterator[str]:
    cell, digit = plan.layout.cell_and_digit(variable)
    x, y = plan.candidate(cell, digit)
    size = plan.candidate_size(cell)
    half = size * 0.62
    colour = FAINT
    if variable in backs:
        colour = PAPER
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{half:.3g}" fill="{backs[variable]}"/>'
    weight = ' font-weight="bold"' if variable in marks.asserted else ""
    symbol = escape(plan.layout.symbol(digit))
    base = y + size * 0.36
    yield (
        f'<text x="{x:g}" y="{base:.4g}" font-size="{size:.3g}" '
        f'fill="{colour}" text-anchor="middle"{weight}>{symbol}</text>'
    )
    if variable in marks.denied:
        left = f"{x - half:.4g}"
        bottom = f"{y + half:.4g}"
        across = f"{2 * half:.4g}"
        path = f"M{left} {bottom}l{across} -{across}"
        yield f'<path d="{path}" stroke="{BAD}" stroke-width="1.5"/>'


def _link(link: Link, plan: Plan) -> str:
    """Return a line between the centres of two nodes; for "forces" a curved arrow."""
    x1, y1 = _middle(link.start, plan)
    x2, y2 = _middle(link.end, plan)
    dx = x2 - x1
    dy = y2 - y1
    length = max((dx * dx + dy * dy) ** 0.5, 1)
    gap = min(10 / length, 0.3)
    start = (x1 + gap * dx, y1 + gap * dy)
    end = (x2 - gap * dx, y2 - gap * dy)
    if link.kind == "forces":
        bend = 0.12 * length
        middle_x = (x1 + x2) / 2 - dy / length * bend
        middle_y = (y1 + y2) / 2 + dx / length * bend
        middle = (middle_x, middle_y)
        curve = polyline((start, middle, end), ".4g")
        curve = curve.replace("L", "Q", 1).replace("L", " ")
        path = curve + head(middle, end, 6, 0.5, ".4g")
        width = 1.4
    else:
        path = polyline((start, end), ".4g")
        width = 2.2
    dash = ' stroke-dasharray="4 4"' if link.kind == "weak" else ""
    return f'<path d="{path}" stroke="{LINK}" stroke-width="{width}" fill="none"{dash}/>'


def _middle(node: Node, plan: Plan) -> Point:
    """Return the point in the middle of the candidates of a node."""
    places = [plan.layout.cell_and_digit(variable) for variable in node]
    return middle_of([plan.candidate(cell, digit) for cell, digit in places])
