"""Refutations, forcing chains and forcing nets: what follows from suppositions by the base rules.

Refutation: suppose x; if the base rules leave a clause with no candidate, x is false. The search
takes the smallest proof over all x, then the shortest (see `kernels.logic.supposition`); a list has
the best proof for each candidate that fails, and for each whose absence fails. Verity: if the same
follows from each candidate of a cell, from each place of a digit in a house, or from x and from not
x, it is true (see `kernels.logic.cases`); these are only listed. Chains use only clauses of two
candidates (except for the one that breaks), nets use all.

Sources: Sudopedia, "Forcing Chain", "Forcing Net"; HoDoKu's and Sudoku Explainer's names.

Lesson: single-digit refutation

    A candidate that, supposed true, leaves a house without a place for its digit, by that digit's
    clauses alone.

    Why: Refute(x) within one digit.

Lesson: chain through rules

    A candidate, supposed true, denies all others of a clause but one, which denies all others of
    the next clause but one, and so on, until a clause has none left. Links go through houses and
    through rules of the board: equal cells of a palindrome, high and low of a whisper, dots, sums.
    Each link rests on the one before and on the supposition alone; where two such chains begin at
    the supposition, their ends meet in the last clause.

    Why: Refute(x); each line is a base rule, by the clause of a house, of a cell or of a rule.

Lesson: cell forcing chain

    From each candidate of a cell a chain leads to the same conclusion.

    Why: One of them is true: the cell's clause. Refute(x) for the opposite: it denies all
    candidates of the cell.

Lesson: region forcing chain

    From each place of a digit in a house a chain leads to the same conclusion.

    Why: One of them is true: the clause of the digit in the house. The opposite is refuted, as it
    denies all of them.

Lesson: double forcing chain

    A candidate leads by chains to the same conclusion whether it is true or false.

    Why: It is one or the other. The opposite of the conclusion refutes both.

Lesson: forcing chain contradiction

    A candidate, supposed true or false, leads by chains to a clause without a candidate, or to its
    own opposite.

    Why: Refute(x); all clauses on the way have two candidates left.

Lesson: forcing chain verity

    Cell, region or double forcing chain: whichever of several is true, the same follows.

    Why: One of them is true, as their clause says; so the conclusion is.

Lesson: forcing chain

    In the scale se: a candidate that leads to its own opposite by strong and weak links, or a cycle
    of them, of one digit or of all. In our own scale: a cell or region forcing chain.

    Why: Refute(x) all of whose clauses have two candidates, but perhaps for the last; a cycle is
    Cover(k).

Lesson: forcing net contradiction

    As a forcing chain contradiction, with any number of denials behind a link: a net.

    Why: Refute(x): the base rules, from the supposition to a clause without a candidate.

Lesson: forcing net verity

    As a forcing chain verity, with nets instead of chains.

    Why: One of the suppositions is true, by their clause; each net is made of base rules.

Lesson: refutation

    A candidate that, supposed true, leads by the base rules to a clause without a candidate.

    Why: Refute(x) itself, with the smallest proof that is found.

Lesson: refutation with locked candidates

    A refutation that may use locked candidates on its way.

    Why: They are Cover(1) in the grid as the supposition leaves it.
"""

from __future__ import annotations

from ....kernels.any_theory.csr import OPEN
from ....kernels.kernel import kernel
from ....kernels.logic.cases import (
    CELLS,
    CONSEQUENCES,
    HOUSES,
    OPPOSITES,
    SOURCES,
    list_cases,
    list_consequences,
)
from ....kernels.logic.found import ALL, reported
from ....kernels.logic.propagation import (
    ANY,
    IN_LINE,
    ONE_DIGIT,
    STATIC,
    WITH_LOCKED,
    suppose,
)
from ....kernels.logic.search import StepSearch
from ....kernels.logic.supposition import NOTHING_KNOWN, PROOF_LENGTH, PROOF_SIZE, record
from ...catalog.row import ScaleRow, TechniqueForm, part_of
from .chain_forms import listed

__all__ = ["FORMS", "ROWS", "find_refutation", "listed"]

FINDER = f"{__name__}:find_refutation"
#: Techniques whose steps are all steps of another one. Each link of a forcing chain holds
#: backwards, too: if both cases of a double one, or all of a verity, lead to the conclusion, then
#: its opposite leads to a clause without candidates. (Links of nets do not.)
PARTS = {
    "forcing chain contradiction": "forcing chain",
    "double forcing chain": "forcing chain",
    "forcing chain verity": "forcing chain",
    "forcing net contradiction": "refutation",
}
ROWS = (
    ScaleRow("chain through rules", 7.2, FINDER, IN_LINE, "refutation", sets=("chains", "grouped"),
         aliases=("polarity chain", "z-chain"), in_se=False),
    ScaleRow("single-digit refutation", 7.5, FINDER, ONE_DIGIT, "refutation", aliases=("Nishio",),
         in_se=False),
    ScaleRow("forcing chain", 8.0, FINDER, STATIC, "refutation",
         aliases=("multiple forcing chain", "cell or region forcing chain"), in_se=False),
    ScaleRow("refutation", 8.5, FINDER, ANY, "refutation",
         sets=("refutation", "refutation-locked", "nested"),
         aliases=("dynamic forcing chain", "forcing net", "Bowman's bingo"),
         in_se=False, joint=True),
    ScaleRow("refutation with locked candidates", 9.0, FINDER, WITH_LOCKED, "refutation",
         sets=("refutation-locked",), aliases=("dynamic forcing chain (+)",),
         in_se=False, slow=True),
    *(
        ScaleRow(name, rating, FINDER, mode, "refutation", aliases=aliases, asked=True, in_se=False,
             joint=joint, slow=slow, needless=part_of(PARTS[name]) if name in PARTS else None)
        for name, rating, mode, aliases, joint, slow in (
            ("double forcing chain", 8.0, STATIC | OPPOSITES, ("digit forcing chain",), False,
             False),
            ("forcing chain contradiction", 8.0, STATIC, (), False, False),
            ("forcing chain verity", 8.0, STATIC | SOURCES, (), True, False),
            ("forcing net contradiction", 8.5, ANY, ("whip", "braid"), False, True),
            ("forcing net verity", 8.5, ANY | SOURCES, (), False, True),
        )
    ),
)  # fmt: skip
FORMS = (
    TechniqueForm("cell forcing chain", "forcing chain", 8.0, mode=STATIC | CELLS),
    TechniqueForm("region forcing chain", "forcing chain", 8.0,
         ("house forcing chain", "unit forcing chain"), mode=STATIC | HOUSES),
)  # fmt: skip


# Idea: every candidate is supposed in turn, and the base rules are run until a clause breaks. What
# makes one refutation better than another is the size of its proof, which is known only once the
# conflict is traced back to the supposition.
#
# Invariant: `guess` belongs to the last supposition tried. So the best one is supposed again, under
# the bound that it met before, and gives the same proof.
#
# A supposition cannot be better than the bound on its proof, and is cut off as soon as it passes
# it. Small bounds first make most of the attempts short: a bound that nothing meets costs little,
# and the first that something meets is close to the smallest.
@kernel
def find_refutation(search: StepSearch, mode: int) -> bool:
    """Find the smallest refutation, then the shortest. mode: of `propagation` (which clauses
    count).

    The first pass only establishes that a refutation exists. The second raises a bound on the size
    (2, 3, …, then doubling), which cuts suppositions off as soon as they cannot give a small enough
    proof.
    """
    theory = search.theory
    state = search.state
    guess = search.guess
    if mode == IN_LINE and not len(theory.rule_kind):
        return False  # without rules, such chains have names of their own
    if search.listing[ALL]:
        if mode & CONSEQUENCES:
            list_consequences(search, mode)
        elif mode & SOURCES:
            list_cases(search, mode)
        else:
            list_refutations(search, mode)
        return False
    if not can_refute(search, mode):
        return False
    bound = 2
    best = 0
    best_x = 0
    then = 0
    while not best_x:  # small bounds first: they cut every supposition off early
        best = bound << 20
        for x in range(1, theory.boards + 1):
            if search.stop[0]:
                return False
            if state.status[x] == OPEN and refutes(search, x, mode, best):
                best_x = x
                then = best
                best = (guess.numbers[PROOF_SIZE] << 20) + guess.numbers[PROOF_LENGTH]
        bound = next_bound(bound)
    refutes(search, best_x, mode, then)
    record(theory, state, guess, search.found, best_x)
    return True


def can_refute(search: StepSearch, mode: int) -> bool:
    """Return whether some candidate fails (or the search is to stop)."""
    for x in range(1, search.theory.boards + 1):
        if search.stop[0]:
            return True
        if search.state.status[x] == OPEN and refutes(search, x, mode, NOTHING_KNOWN):
            return True
    return False


def refutes(search: StepSearch, literal: int, mode: int, best: int) -> bool:
    """Return whether a literal, supposed, breaks a clause by a better proof, which `guess` has."""
    return suppose(search.theory, search.state, search.guess, literal, mode=mode, best=best)


def next_bound(bound: int) -> int:
    """Return the bound on the size of proofs that comes after one that none met."""
    if bound < 6:
        return bound + 1
    if bound < 20:
        return bound * 2
    return NOTHING_KNOWN >> 20


def list_refutations(search: StepSearch, mode: int) -> None:
    """Report each literal that fails."""
    theory = search.theory
    state = search.state
    guess = search.guess
    # A chain through rules is a reason against a candidate.
    first = 1 if mode == IN_LINE else -theory.boards
    for literal in range(first, theory.boards + 1):
        if search.stop[0]:
            return
        if not literal or state.status[abs(literal)] != OPEN:
            continue
        if refutes(search, literal, mode, NOTHING_KNOWN):
            record(theory, state, guess, search.found, literal)
            if reported(search):
                return
