"""Mutants of both checkers: whatever they require, a test notices if it is not required any more.

Each mutant is one change in meaning: a requirement dropped, a comparison turned, `and` for `or`.
The tests of `test_checkers.py` must fail on it, or it is listed in `EQUIVALENT` with the reason why
it changes no verdict.
"""

from __future__ import annotations

import ast
import copy
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import satdoku

ROOT = Path(__file__).parents[2]
CHECKERS = ("checker.py", "rule_checker.py")
#: The text of a mutant's change → why no verdict changes.
EQUIVALENT: dict[str, str] = {
    "solution <= known.true -> solution < known.true":
        "what is known true has the negative literals, too, so it is never the solution alone",
    "a in inside and b in inside -> a in inside or b in inside":
        "a pair with one cell inside joins the piece of this cell with itself",
    "other < digits -> other <= digits": "equal lists are refused beside it",
    "e < d -> e <= d": "equal digits are dealt with before",
}  # fmt: skip
TURNED = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


def mutants(text: str) -> list[tuple[str, str]]:
    """(what changed, the text of the module) for each mutant, the first of each line and kind."""
    tree = ast.parse(text)
    found: dict[str, str] = {}

    def keep(node: ast.AST, change) -> None:
        before = ast.unparse(node)
        other = copy.deepcopy(tree)
        twin = next(
            one for one in ast.walk(other)
            if type(one) is type(node) and getattr(one, "lineno", 0) == node.lineno
            and one.col_offset == node.col_offset and ast.unparse(one) == before
        )  # fmt: skip
        change(twin)
        found.setdefault(f"{before} -> {ast.unparse(twin)}", ast.unparse(other))

    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "require":
            keep(node, lambda twin: twin.args.__setitem__(0, ast.Constant(True)))
        elif isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED:
            keep(node, lambda twin: twin.ops.__setitem__(0, TURNED[type(twin.ops[0])]()))
        elif isinstance(node, ast.BoolOp):
            other = ast.Or if isinstance(node.op, ast.And) else ast.And
            keep(node, lambda twin, other=other: setattr(twin, "op", other()))
    return list(found.items())


def survivors(name: str, folder: Path) -> list[str]:
    """The changes that the tests do not notice."""
    text = (ROOT / "satdoku" / "certificates" / name).read_text()

    def survives(numbered: tuple[int, tuple[str, str]]) -> str:
        number, (change, mutant) = numbered
        tree = folder / str(number)
        shutil.copytree(ROOT / "satdoku", tree / "satdoku", symlinks=True, copy_function=os.link)
        target = tree / "satdoku" / "certificates" / name
        target.unlink()
        target.write_text(mutant)
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist",
             str(Path(__file__).with_name("test_checkers.py"))],
            env=os.environ | {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"},
            cwd=ROOT / "tests", capture_output=True, timeout=300, check=False,
        )  # fmt: skip
        shutil.rmtree(tree)
        return change if done.returncode == 0 else ""

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return [change for change in pool.map(survives, enumerate(mutants(text))) if change]


@pytest.mark.slow
@pytest.mark.parametrize("name", CHECKERS)
def test_every_mutant_is_noticed_or_equivalent(name: str, tmp_path: Path) -> None:
    assert Path(satdoku.__file__).parent == ROOT / "satdoku"
    left = [change for change in survivors(name, tmp_path) if change not in EQUIVALENT]
    assert not left, "write a lie for it in test_checkers.py, or say why it changes no verdict"
