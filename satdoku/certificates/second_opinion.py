"""Second opinions on a proof: DRAT checkers of other people, where they are installed."""

from __future__ import annotations

import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from .certificate import Certificate


def opinions(certificate: Certificate) -> dict[str, bool]:
    """By checker (dratify from PyPI, the program drat-trim): whether it accepts the proof."""
    found = {}
    if find_spec("dratify"):
        found["dratify"] = _dratify(certificate)
    if shutil.which("drat-trim"):
        found["drat-trim"] = _drat_trim(certificate)
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
        done = subprocess.run(
            ["drat-trim", str(cnf), str(drat)], capture_output=True, text=True, check=False
        )
    said = done.stdout.splitlines()
    return any(line in ("s VERIFIED", "c VERIFIED derivation") for line in said) or (
        any("trivial UNSAT" in line for line in said)
    )
