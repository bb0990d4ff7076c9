"""An install without OR-Tools (docs/batch.md): each command works, or says in a line what to
install."""

import os
import subprocess
import sys

import pytest

from tests.marks import slow_but
from tests.oracle import LECTURE

#: Hides the packages from the programs of a test, as if they were not there.
HIDE = """
import sys
from importlib.machinery import PathFinder

class Without(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        hidden = name.partition(".")[0] in ("llvmlite", "ortools", "pandas")
        return None if hidden else PathFinder.find_spec(name, path, target)

sys.meta_path[:] = [Without if finder is PathFinder else finder for finder in sys.meta_path]
"""
LACKS_CPSAT = "satdoku: CP-SAT needs OR-Tools: pip install ortools\n"


@pytest.fixture
def small(tmp_path):
    """A function: arguments of `satdoku` → what came of it."""
    (tmp_path / "sitecustomize.py").write_text(HIDE)
    root = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))

    def run(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "satdoku", *arguments],
            env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{root}"},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    return run


COMMANDS = [
    "solve",
    "check",
    "count",
    "explain",
    "hint",
    "rate",
    "canon",
    "minimize",
    "diagnose",
    "export",
]
NEED_NEITHER = [
    *([command, LECTURE] for command in COMMANDS),
    ["solve", LECTURE, "--engine", "glucose4"],
    ["generate"],
    ["compare", LECTURE, "--engines", "native,dlx,glucose4"],
    ["engines"],
]


@pytest.mark.slow_cases("arguments8")
@pytest.mark.parametrize("arguments", slow_but(NEED_NEITHER, *NEED_NEITHER[::4]))
def test_what_needs_neither_says_nothing(small, arguments):
    done = small(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_much_is_done_by_kernels_as_ever(small, tmp_path):
    many = tmp_path / "many.txt"
    many.write_text(1400 * f"{LECTURE}\n")
    done = small("check", "--summary", str(many))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("1,400 puzzles, 1,400 proper")


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", LECTURE, "--engine", "cpsat"],
        ["compare", LECTURE, "--engines", "native,cpsat"],
        ["export", LECTURE, "--to", "cpsat-text"],
    ],
)
def test_what_is_missing_is_said_in_a_line(small, arguments):
    done = small(*arguments)
    assert (done.returncode, done.stderr) == (2, LACKS_CPSAT)


def test_engines_say_what_to_install(small):
    (line,) = [line for line in small("engines").stdout.splitlines() if line.startswith("cpsat ")]
    assert line.endswith("missing: pip install ortools")


@pytest.mark.slow
def test_what_is_compared_is_what_is_there(small):
    done = small("compare", "12..34..........", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    assert "cpsat" not in done.stdout
    assert "glucose4/pairwise" in done.stdout
    assert small("selfcheck", "--check", "engines", "12..34..........").returncode == 0
