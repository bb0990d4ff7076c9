"""Singles: a clause with one candidate left asserts it (simplification).

The name depends on the clause: a hidden single (one place for a digit in a house), a naked single
(one digit for a cell), or the last digit, if the house has no other open cell.

Lesson: last digit

    A house has one open cell. It holds the digit that is not there yet.

    Why: Each of the house's digit clauses is exactly-one; all but one are asserted elsewhere, so
    simplification asserts the last.

Lesson: hidden single, hidden single in a box, hidden single in a line, hidden single in a row,
    hidden single in a column, hidden single in a house

    In a house (a box; a row or a column; an extra house, or cells that hold each digit by a rule) a
    digit has one place left: it goes there.

    Why: The clause of the digit in that house has one candidate left: simplification. It is
    Cover(1) with the house's clause as the base and the cell as the cover.

Lesson: naked single

    A cell has one candidate left: it holds it.

    Why: The clause of the cell has one candidate left: simplification.
"""

from __future__ import annotations

from ...kernels.any_theory.csr import OPEN
from ...kernels.kernel import kernel
from ...kernels.logic.found import asserts, base, begin, reported
from ...kernels.logic.search import StepSearch
from ...kernels.logic.state import BOX, CELL, NamedTheory, State
from ..catalog.row import SINGLES, ScaleRow, TechniqueForm

#: How: which singles.
LAST_DIGIT, IN_BOX, IN_LINE, NAKED = range(4)
FINDER = f"{__name__}:find_single"
ROWS = (
    ScaleRow("last digit", 1.0, FINDER, LAST_DIGIT, "last digit", sets=SINGLES,
         aliases=("full house",)),
    ScaleRow("hidden single in a box", 1.2, FINDER, IN_BOX, "hidden single", sets=SINGLES,
         aliases=("hidden single in block",)),
    ScaleRow("hidden single in a line", 1.5, FINDER, IN_LINE, "hidden single", sets=SINGLES,
         aliases=("hidden single in row", "hidden single in column")),
    ScaleRow("naked single", 2.3, FINDER, NAKED, "naked single", sets=SINGLES,
         aliases=("sole candidate",)),
)  # fmt: skip
FORMS = tuple(
    TechniqueForm(f"hidden single in a {line}", "hidden single in a line", 1.5)
    for line in ("row", "column", "house")
)
#: Joint rows, with a rating.
JOINT = {"hidden single": (1.5, ("hidden single in a box", "hidden single in a line"))}


def single(theory: NamedTheory, state: State, clause: int) -> int:
    """Return the last candidate of an open clause; 0 if it is decided or has several."""
    rest = state.left[clause]
    if not theory.exact[clause]:
        return 0
    if not theory.unit <= rest < 2 * theory.unit:
        return 0
    variable = rest - theory.unit
    return int(variable) if state.status[variable] == OPEN else 0


@kernel
def find_single(search: StepSearch, mode: int) -> bool:
    """Find singles of this sort in the order of `NamedTheory.order`."""
    theory = search.theory
    state = search.state
    for clause in theory.order:
        variable = single(theory, state, clause)
        if not variable:
            continue
        kind = theory.kind[clause]
        house = theory.house[clause]
        if kind == CELL:
            own = NAKED
        elif house >= 0 and state.unplaced[house] == 1:
            own = LAST_DIGIT
        else:
            own = IN_BOX if kind == BOX else IN_LINE
        if own == mode:
            begin(search.found)
            asserts(search.found, variable)
            base(search.found, clause)
            if reported(search):
                return True
    return False
