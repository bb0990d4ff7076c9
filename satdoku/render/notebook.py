"""Notebook display: puzzles and steps as pictures, answers as small pages.

No external scripts or styles are needed. External text (symbols, rule names) is escaped where it is
drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import TYPE_CHECKING, Any

from ..board import Puzzle
from ..logic.position import Position
from .page import page
from .picture.svg import picture, puzzle_picture

if TYPE_CHECKING:
    from ..certificates.certificate import Certificate
    from ..diagnosis.diagnosing import Diagnosis
    from ..logic.available import Available, Step
    from ..logic.difficulty.rating import Rating
    from ..logic.explanation import Explanation
    from ..logic.hints import Hint
    from ..operations.checking import Report
    from ..operations.true_candidates import TrueCandidates

#: A picture and a text side by side.
ROW = '<div style="display:flex;gap:1.5rem;flex-wrap:wrap;align-items:flex-start">{}{}</div>'
SAID = '<pre style="white-space:pre-wrap;max-width:40rem;margin:0">{}</pre>'
#: Height of an embedded page.
HIGH = "44rem"


def svg(value: Any) -> str | None:
    """Return the picture of a value; None if it has none."""
    draw = PICTURES.get(type(value).__name__)
    return draw(value) if draw else None


def html(value: Any) -> str | None:
    """Return the page of a value; None if it has none."""
    tell = PAGES.get(type(value).__name__)
    return tell(value) if tell else None


def _explanation(found: Explanation) -> str:
    """Return the page with its slider, in an iframe, so that several do not interfere."""
    inside = escape(page(found, with_record=False))
    return (
        f'<iframe srcdoc="{inside}" sandbox="allow-scripts" title="explanation" '
        f'style="width:100%;height:{HIGH};border:0"></iframe>'
    )


def _diagnosis(found: Diagnosis) -> str:
    """Return the board with the cells of the diagnosis shaded, and the text."""
    puzzle = found.puzzle
    shaded: dict[int, str] = {}
    if found.freedom:
        shaded = dict.fromkeys(found.freedom.difference.cells, "cover")
    if found.spare:
        shaded = dict.fromkeys(_cells(puzzle, found.spare.redundant), "third")
    if found.conflict and found.conflict.sets:
        shaded = dict.fromkeys(_cells(puzzle, found.conflict.sets[0]), "broken")
    return _beside(puzzle_picture(puzzle, shaded=shaded), found.text())


def _cells(puzzle: Puzzle, variables: Iterable[int]) -> list[int]:
    return [puzzle.layout.cell_and_digit(v)[0] for v in variables]


def _rating(found: Rating) -> str:
    told = f"<p><b>{escape(found.text())}</b></p>"
    if not found.steps:
        return told
    rows = ""
    for rule, number in found.steps:
        rows += f'<tr><td style="text-align:left">{escape(rule)}</td><td>{number:,}</td></tr>'
    return f"{told}<table>{rows}</table>"


def _certificate(found: Certificate) -> str:
    claims = f"{', '.join(found.claims)}: {len(found.proof):,} lemmas"
    text = f"{claims}\ndigest {found.record()['digest']}"
    return _beside(puzzle_picture(found.puzzle, found.solution), text)


def _step(found: Step) -> str:
    return picture(found.position, found.taken)


def _true_candidates(found: TrueCandidates) -> str:
    """Return the board with the true candidates as pencil marks; without them if it has no
    solution."""
    if not found.has_solution:
        return puzzle_picture(found.puzzle)
    cells = [list(digits) for digits in found.digits]
    return picture(Position.from_candidates(cells, found.puzzle.layout))


def _available(found: Available) -> str:
    """Return the board with the first step drawn, and the list."""
    first = found.steps[0] if found.steps else None
    return _beside(picture(found.position, first), found.text())


def _report(found: Report) -> str:
    if found.puzzle is None:
        return SAID.format(escape(found.text()))
    return _beside(puzzle_picture(found.puzzle), found.text())


def _hint(found: Hint) -> str | None:
    if found.position is None or found.step is None:
        return None
    return picture(found.position, found.step)


def _beside(drawn: str, text: str) -> str:
    return ROW.format(drawn, SAID.format(escape(text)))


Drawers = dict[str, Callable[[Any], str | None]]
#: Keyed by class name, so that only the classes in use are imported.
PICTURES: Drawers = {
    "Puzzle": puzzle_picture,
    "Position": picture,
    "Step": _step,
    "Hint": _hint,
    "TrueCandidates": _true_candidates,
}
PAGES: Drawers = {
    "Explanation": _explanation, "Diagnosis": _diagnosis, "Rating": _rating,
    "Certificate": _certificate, "Available": _available, "Report": _report,
}  # fmt: skip
