"""Proofs of ours before checkers of others: drat-trim, lrat-check and cake_lpr (verified in HOL4),
built from ../shared/judges/proofs."""

import shutil
import subprocess

import pytest

import satdoku
from satdoku.certificates.outside import lrat
from tests.conftest import DATA
from tests.oracle import EASY, LECTURE

JUDGES = DATA.parent / "judges" / "proofs"
pytestmark = [
    pytest.mark.skipif(not JUDGES.is_dir(), reason=f"no checkers of others in {JUDGES}"),
    pytest.mark.skipif(not shutil.which("gcc"), reason="gcc is needed to build the checkers"),
]
PROGRAMS = {
    "drat-trim": ["drat-trim/drat-trim.c"],
    "lrat-check": ["drat-trim/lrat-check.c"],
    "cake_lpr": ["-std=c99", "cake_lpr/basis_ffi.c", "cake_lpr/cake_lpr.S"],
}
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@pytest.fixture(scope="module")
def judges(tmp_path_factory):
    """The checkers' programs by name."""
    folder = tmp_path_factory.mktemp("judges")
    for name, sources in PROGRAMS.items():
        command = ["gcc", "-O2", "-w", *sources, "-o", str(folder / name)]
        subprocess.run(command, cwd=JUDGES, check=True)
    return {name: str(folder / name) for name in PROGRAMS}


def said_by(*command: str) -> str:
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout


MORE = {
    "none": {"puzzle": HARD[:-1] + "1", "claims": ["none"]},
    "all": {"puzzle": "12..............", "claims": ["all"]},
    "smallest": {"puzzle": "..1.2.......31.4", "claims": ["smallest"]},
    "fewest": {"puzzle": "1..2.....13.....", "claims": ["fewest"]},
    "follows": {"puzzle": HARD, "follows": "r1c2=1"},
    "equivalent": {"puzzle": "1..2.....13.....", "equals": "13.24.........2."},
    "logic": {"puzzle": EASY, "claims": ["logic"]},
}  # fmt: skip


@pytest.mark.slow_cases("none")
@pytest.mark.parametrize("name", MORE)
def test_cake_lpr_accepts_our_lrat_of_every_claim_that_is_a_refutation(name, judges, tmp_path):
    if name == "equivalent":  # any puzzle with the same solution
        MORE[name]["equals"] = satdoku.solve(MORE[name]["puzzle"])
    certificate = satdoku.certify(**MORE[name])
    cnf, proof = tmp_path / "p.cnf", tmp_path / "p.lrat"
    cnf.write_text(certificate.cnf)
    proof.write_text(lrat(certificate))
    assert "s VERIFIED UNSAT" in said_by(judges["cake_lpr"], str(cnf), str(proof))
    assert "VERIFIED" in said_by(judges["lrat-check"], str(cnf), str(proof))
    head, *clauses = certificate.cnf.splitlines()
    cnf.write_text("\n".join([f"p cnf {head.split()[2]} {len(clauses) - 9}", *clauses[9:]]) + "\n")
    assert "s VERIFIED" not in said_by(judges["cake_lpr"], str(cnf), str(proof))


@pytest.mark.slow_cases("..7.5...9.....3...4..7...3.2..6...8...1.3..4.36...1.25.2...5")
@pytest.mark.parametrize("puzzle", [LECTURE, EASY, HARD])
def test_checkers_of_others_accept_the_proof_and_not_of_fewer_clauses(puzzle, judges, tmp_path):
    certificate = satdoku.certify(puzzle, ["proper"])
    cnf, drat, traced = (tmp_path / f"p.{ending}" for ending in ("cnf", "drat", "lrat"))
    drat.write_text(certificate.drat)
    head, *clauses = certificate.cnf.splitlines()
    # The clause that excludes the solution is the last; without it there is one.
    cnf.write_text("\n".join([f"p cnf {head.split()[2]} {len(clauses) - 1}", *clauses[:-1]]) + "\n")
    assert "s VERIFIED" not in said_by(judges["drat-trim"], str(cnf), str(drat))
    cnf.write_text(certificate.cnf)
    assert "s VERIFIED" in said_by(judges["drat-trim"], str(cnf), str(drat), "-L", str(traced))
    assert "VERIFIED" in said_by(judges["lrat-check"], str(cnf), str(traced))
    assert "s VERIFIED UNSAT" in said_by(judges["cake_lpr"], str(cnf), str(traced))
