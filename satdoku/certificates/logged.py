"""Run a proof-logging solver in its own process: it reads a CNF and prints the lemmas.
A solver that logs a proof reacts to neither a time limit nor Ctrl-C; killing its process does
both."""

from __future__ import annotations

import subprocess
import sys

from ..backends.base import Clock
from ..errors import EngineError, need_pysat
from ..workers.child_processes import own_command
from .proving import Lemma


def logged(cnf: str, solver: str, clock: Clock) -> list[Lemma]:
    """Return the lemmas that the solver logs for this CNF (DIMACS text).

    Deletions in the log are ignored: extra clauses cannot invalidate a RUP proof. Raises
    `TimeLimitReached`, and `EngineError` if the solver fails.
    """
    try:
        done = subprocess.run(
            own_command(__name__, solver), input=cnf, capture_output=True, text=True, check=False,
            timeout=clock.left,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise clock.over() from None
    if done.returncode:
        raise EngineError(f"{solver} failed with status {done.returncode}: use another prover")
    lines = done.stdout.splitlines()
    lemmas = [[int(x) for x in line.split()[:-1]] for line in lines if not line.startswith("d")]
    return [lemma for lemma in lemmas if lemma]


def main(solver_name: str) -> None:
    """Solve the CNF on standard input, and print the proof."""
    need_pysat()
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver(solver_name, CNF(from_string=sys.stdin.read()), with_proof=True) as solver:
        solver.solve()
        print("\n".join(solver.get_proof() or []))
