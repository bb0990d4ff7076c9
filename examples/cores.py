"""Which givens conflict, and the cheapest repair: `python cores.py`.

Givens are soft clauses of a formula whose hard clauses are the theory. A core is a set of givens
that conflict, a MUS a minimal one (MUSX finds one, OptUx all, smallest first), and RC2 says which
givens must go at least.
"""

from itertools import islice

from pysat.examples.musx import MUSX
from pysat.examples.optux import OptUx
from pysat.examples.rc2 import RC2
from pysat.solvers import Solver

import satdoku

WRONG = "..5.34.....67..3.....9...72..28..5.3.1.....4.8.4..32..25...8.....7..61.....49.76."


def conflicts(puzzle: str) -> tuple[set[str], list[set[str]], set[str]]:
    """Return (the givens of a core, the two smallest MUSes, the givens of a cheapest repair)."""
    theory = satdoku.Theory.of(satdoku.parse(puzzle).layout)
    givens = [theory.name(v) for v in satdoku.parse(puzzle).givens]
    with Solver("glucose4", bootstrap_with=theory.cnf()) as solver:
        assert not solver.solve(assumptions=theory.literals(givens))
        core = {theory.name(v) for v in solver.get_core()}
    soft = theory.wcnf([[given] for given in givens])
    one = {givens[k - 1] for k in MUSX(soft, verbosity=0).compute()}
    with OptUx(soft) as search:
        smallest = [{givens[k - 1] for k in mus} for mus in islice(search.enumerate(), 2)]
    with RC2(soft) as repair:
        true = set(repair.compute())
    gone = {given for given in givens if theory.literal(given) not in true}
    assert len(smallest[0]) <= len(one)
    return core, smallest, gone


if __name__ == "__main__":
    core, smallest, gone = conflicts(WRONG)
    print("a core of", len(core), "givens")
    print("the smallest conflict:", ", ".join(sorted(smallest[0])))
    print("to be removed at least:", ", ".join(sorted(gone)))
