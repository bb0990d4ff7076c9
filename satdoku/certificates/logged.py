"""A solver that logs its proof, in a process of its own: `python -m satdoku.certificates.logged
SOLVER < CNF` prints the lemmas. No time limit and no Ctrl-C reaches a solver that logs; its process
they end."""

from __future__ import annotations

import subprocess
import sys

from ..backends.base import Clock
from ..errors import EngineError
from .proving import Lemma


def logged(cnf: str, solver: str, clock: Clock) -> list[Lemma]:
    """The lemmas that a solver logs; what it deletes is kept, which no RUP proof minds.

    Raises `TimeLimitReached`, and `EngineError` where the solver fails.
    """
    command = [sys.executable, "-m", __name__, solver]
    try:
        done = subprocess.run(
            command, input=cnf, capture_output=True, text=True, check=False, timeout=clock.left
        )
    except subprocess.TimeoutExpired:
        raise clock.over() from None
    if done.returncode:
        raise EngineError(f"{solver} failed with status {done.returncode}: take another prover")
    lines = done.stdout.splitlines()
    lemmas = [[int(x) for x in line.split()[:-1]] for line in lines if not line.startswith("d")]
    return [lemma for lemma in lemmas if lemma]


def main(solver_name: str) -> None:
    """Solve the CNF on standard input, and print the proof."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver(solver_name, CNF(from_string=sys.stdin.read()), with_proof=True) as solver:
        solver.solve()
        print("\n".join(solver.get_proof() or []))


if __name__ == "__main__":
    main(*sys.argv[1:])
