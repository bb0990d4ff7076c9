"""Steps inside a supposition that a cell holds one of several digits, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...phrases import phrase
from ...theory import Theory, Variables
from ..steps import LogicStep
from .sentences import broken_text, cells_text, digit_text, either, sentence


def reason_inside(
    theory: Theory, supposed: Variables, steps: Sequence[LogicStep], broken: int
) -> str:
    """Return 'If r1c6 were 1, 2, 3 or 4, no place would be left for 6 in row 1'. supposed: the
    candidates of the cell; broken: the clause that the steps leave without one."""
    placed = list[int]()
    for step in steps:
        placed += step.asserted
    breaks = broken_text(theory, broken, placed)
    cell = cells_text(theory, supposed)
    digits = _digits(theory, supposed)
    return phrase("If {cell} were {digits}, {broken}", cell=cell, digits=digits, broken=breaks)


def lines_inside(theory: Theory, step: LogicStep) -> Iterator[str]:
    """Yield 'suppose r1c6 is 1, 2, 3 or 4', the steps inside, and what has no candidate left;
    nothing for a step without steps inside."""
    if not step.inside:
        return
    cell = cells_text(theory, step.denied)
    digits = _digits(theory, step.denied)
    holds = phrase("{cell} is {digits}", cell=cell, digits=digits)
    yield phrase("suppose {result}", result=holds)
    for inner in step.inside:
        yield sentence(theory, inner)
    broken = step.bases[-1]
    yield broken_text(theory, broken, is_certain=True)


def _digits(theory: Theory, variables: Variables) -> str:
    """Return '1, 2, 3 or 4'."""
    return either([digit_text(theory, v) for v in variables])
