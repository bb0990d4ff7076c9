"""Second opinions on a certificate: third-party DRAT checkers, where installed, check the proof;
the logic solver checks the steps."""

from __future__ import annotations

import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from ..errors import EngineError
from .certificate import Certificate


def must_be_possible() -> None:
    """Raise `EngineError` if no other checker of proofs is installed."""
    if not (find_spec("dratify") or shutil.which("drat-trim")):
        raise EngineError("no second checker is installed: pip install dratify, or build drat-trim")


def opinions(certificate: Certificate) -> dict[str, bool]:
    """Return, for each checker (dratify from PyPI, the program drat-trim), whether it accepts the
    proof.

    explain: whether the rules that the certificate names solve the puzzle without any step rated
    above the hardest step in the certificate.
    """
    found = {}
    if find_spec("dratify"):
        found["dratify"] = _dratify(certificate)
    if shutil.which("drat-trim"):
        found["drat-trim"] = _drat_trim(certificate)
    if certificate.steps is not None:
        found["explain"] = _explain(certificate)
    return found


def _dratify(certificate: Certificate) -> bool:
    import dratify

    formula = dratify.parse_dimacs(certificate.cnf)
    return bool(dratify.check_proof(formula, certificate.drat, check_rat=False))


def _drat_trim(certificate: Certificate) -> bool:
    with TemporaryDirectory() as folder:
        cnf, drat = Path(folder) / "puzzle.cnf", Path(folder) / "proof.drat"
        cnf.write_text(certificate.cnf)
        drat.write_text(certificate.drat)
        command = ["drat-trim", str(cnf), str(drat)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    accepted = {"s VERIFIED", "c VERIFIED derivation"} & set(lines)
    return bool(accepted) or any("trivial UNSAT" in line for line in lines)


def _explain(certificate: Certificate) -> bool:
    from ..logic.catalog.rules import rule_named
    from ..logic.explain import explain

    steps = certificate.steps or []
    named = sum({1 << rule_named(step.rule) for step in steps})
    found = explain(certificate.puzzle, rules=named, scale="satdoku", verify=False)
    hardest = max((step.rating for step in steps), default=0)
    return found.outcome == "solved" and round(found.rating * 10) <= hardest
