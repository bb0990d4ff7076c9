"""A PySAT solver as a DIMACS program, started by `child_processes.own_command`.

For solvers that ignore limits or may end the whole process: here they end only this one. It ends
with its parent process, even if that is killed (on Linux).
"""

from __future__ import annotations

import signal

PR_SET_PDEATHSIG = 1


def main(name: str, path: str) -> int:
    """Solve the file; print `s` and `v` lines; return 10 for satisfiable, 20 for unsatisfiable."""
    _end_with_the_parent()
    from pysat.formula import CNF
    from pysat.solvers import Solver

    formula = CNF(from_file=path)
    with Solver(name, bootstrap_with=formula.clauses) as solver:
        if not solver.solve():
            print("s UNSATISFIABLE")
            return 20
        print("s SATISFIABLE")
        print("v", *solver.get_model(), 0)
    return 10


def _end_with_the_parent() -> None:
    import ctypes

    if prctl := getattr(ctypes.CDLL(None), "prctl", None):
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
