"""Libraries of kernels: every level gives the same bytes, the right one is loaded, changed sources
are built again; and what runs in them is stopped by signals."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from boards import mixed_boards
from kernel_builds import level_or_skip, run_by
from marks import slow_but

import satdoku
from satdoku import Layout, batch
from satdoku.kernels import library
from satdoku.kernels.kernel import KERNELS
from satdoku.kernels.levels import LEVELS, installed
from satdoku.kernels.signatures import signatures
from satdoku.stopping import Stop, Stopped, interruptibly, run_under

ROOT = Path(__file__).parents[1]
NAMES = [level.name for level in LEVELS]


def run_python(program, **environment):
    done = subprocess.run(  # noqa: PLW1510 - the next line tells what it said
        [sys.executable, "-c", program],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done


# -- Levels -----------------------------------------------------------------------------------


def digest(count):
    """Of answers of every kernel for so many boards."""
    found = hashlib.sha256()

    def add(values):
        for value in values if isinstance(values, tuple) else (values,):
            found.update(np.asarray(value).tobytes())

    for name in ("9x9", "6x6+diagonal"):
        layout = Layout.named(name)
        boards = mixed_boards(layout, count, seed=11)
        add(batch.solve(boards, limit=3, layout=layout))
        add(batch.first_solutions(boards, layout=layout))
        add(batch.base_rules(boards, layout=layout))
        for keep in ("logic", "proper"):
            made = batch.generate(count // 4, seed=5, keep=keep, layout=layout)
            add(made)
            add(batch.minimize(made, keep=keep, symmetry="half-turn", layout=layout))
    made = batch.generate(count // 4, seed=7, keep="proper")
    add(batch.canonical(made))
    for scale in ("satdoku", "se"):
        found.update(repr(batch.rate(made[: count // 8], scale=scale)).encode())
    return found.hexdigest()


@pytest.fixture(scope="module")
def usual():
    """The digest by the library that this machine takes."""
    return digest(16)


@pytest.mark.parametrize("name", ["none", *NAMES])
def test_every_level_and_the_interpreter_give_the_same_bytes(name, usual):
    with run_by(level_or_skip(name)):
        assert digest(16) == usual


def test_the_best_level_that_the_processor_can_run_is_taken(monkeypatch):
    monkeypatch.delenv("SATDOKU_LEVEL", raising=False)
    monkeypatch.setattr(library, "_say_slow", lambda: None)
    take = library.current.__wrapped__
    best = take()
    if best is None:
        pytest.skip("no library is built")
    assert best.level == installed()[0]
    monkeypatch.setattr(library.Library, "processor", 0)  # a processor that can run none of them
    assert take() is None


def test_a_level_can_be_asked_for(monkeypatch):
    take = library.current.__wrapped__
    monkeypatch.setenv("SATDOKU_LEVEL", "none")
    assert take() is None
    there = installed()[-1].name
    monkeypatch.setenv("SATDOKU_LEVEL", there)
    assert take().level.name == there
    monkeypatch.setenv("SATDOKU_LEVEL", "v9")
    with pytest.raises(satdoku.EngineError, match=r"^SATDOKU_LEVEL=v9: choose one of .*none$"):
        take()
    monkeypatch.setenv("SATDOKU_LEVEL", there)
    monkeypatch.setattr(library.Library, "processor", 0)
    with pytest.raises(satdoku.EngineError, match="this processor cannot run that level"):
        take()


def test_without_a_library_the_interpreter_answers_and_that_is_said_once(tmp_path):
    program = (
        "from pathlib import Path; from satdoku.kernels import levels, library\n"
        f"levels.FOLDER = library.FOLDER = Path({str(tmp_path)!r}); library.STAMP = Path('none')\n"
        "from satdoku import batch\n"
        "print(batch.solve(['1' + '.' * 15], layout='4x4', limit=99).counts)"
    )
    done = run_python(program)
    assert done.stdout == "[72]\n"
    assert done.stderr.count("no compiled kernels for this machine") == 1


def test_every_kernel_is_in_every_library():
    wanted = signatures()
    assert set(wanted) == set(KERNELS)
    for level in installed():
        there = library.Library(level)
        for name, signature in wanted.items():
            assert there.function(name, signature, 1)


# -- Source trees -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the package, with its libraries."""
    pytest.importorskip("llvmlite", reason="kernels are built by llvmlite")
    library.current()  # builds what has changed here
    copy = tmp_path_factory.mktemp("tree") / "satdoku"
    shutil.copytree(ROOT / "satdoku", copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


SOLVE = "from satdoku import batch; print(batch.solve(['.' * 16], layout='4x4', limit=300).counts)"


def run_in(tree, program=SOLVE):
    return run_python(program, PYTHONPATH=str(tree.parent), PYTHONSAFEPATH="1")


def test_a_changed_kernel_is_built_again_and_that_is_said(tree):
    assert run_in(tree).stderr == ""
    source = tree / "kernels/csr_tasks.py"
    before, line = source.read_text(), "        push_board(theory, known, boards, board)\n"
    # Of each board no solution is counted any more.
    changed = before.replace(line, line + "        known.status[1] = 0\n        break\n", 1)
    source.write_text(changed)
    done = run_in(tree)
    assert done.stdout == "[0]\n"
    assert done.stderr == "satdoku: the sources of kernels have changed: rebuilding them\n"
    objects = len(list((tree / "kernels/compiled/objects").glob("*.o")))
    again = run_in(tree)
    assert (again.stdout, again.stderr) == ("[0]\n", "")
    source.write_text(before)
    assert run_in(tree).stdout == "[288]\n"
    assert len(list((tree / "kernels/compiled/objects").glob("*.o"))) <= objects + 2


def test_a_file_that_only_looks_newer_is_not_built_again(tree):
    run_in(tree)
    (tree / "kernels/csr_tasks.py").touch()
    assert run_in(tree).stderr == ""


def test_where_llvmlite_is_missing_the_command_is_named(tree):
    run_in(tree)
    source = tree / "kernels/csr_tasks.py"
    before = source.read_text()
    source.write_text(before + "\n")
    hidden = "import sys; sys.modules['llvmlite'] = None\n"
    done = run_in(tree, hidden + SOLVE)
    source.write_text(before)
    assert done.stdout == "[288]\n"
    assert done.stderr == (
        "satdoku: the sources of kernels have changed: `pip install llvmlite`, and they are "
        "rebuilt\n"
    )


# -- Stopping ---------------------------------------------------------------------------------


def test_a_stopped_kernel_gives_no_answer():
    stop = Stop()
    assert run_under(stop, interruptibly, lambda stop: 1) == 1
    stop.set()
    with pytest.raises(Stopped):
        run_under(stop, interruptibly, lambda stop: 1)
    assert interruptibly(lambda stop: stop.is_set()) is False


def test_what_the_work_raises_is_raised():
    with pytest.raises(ZeroDivisionError):
        interruptibly(lambda stop: 1 // 0)


#: Work without end; a signal comes when it has begun.
ENDLESS = """
import numpy, signal, sys
from satdoku import batch
from satdoku.kernels.lockstep import Lockstep
from satdoku.kernels.any_theory import AnyTheory
from satdoku import Layout, Theory
from satdoku.batch.boards import groups_of
from satdoku.board import STANDARD

def times_up(*_):
    raise KeyboardInterrupt

signal.signal(signal.SIGALRM, times_up)
signal.setitimer(signal.ITIMER_REAL, 2)
try:
    while True:
        {work}
except KeyboardInterrupt:
    print("stopped")
"""
EMPTY = "numpy.zeros((8192, 81), 'u1')"


@pytest.mark.parametrize(
    "work",
    slow_but(
        [
            f"batch.solve({EMPTY}, limit=10**15, jobs=2)",
            f"Lockstep().solve({EMPTY}, 10**15, False)",
            "AnyTheory(Theory.of(Layout.of_size(16)))"
            ".solve(numpy.zeros((1, 256), 'u1'), 10**15, True)",
            "AnyTheory(Theory.of(STANDARD)).random_grids(numpy.zeros(10**6, 'u8'), 10**9)",
            "batch.generate(10**6, keep='proper', jobs=2)",
            "batch.base_rules(numpy.zeros((10**6, 81), 'u1'))",
            "batch.canonical(numpy.zeros((10**6, 81), 'u1'))",
        ],
        f"batch.solve({EMPTY}, limit=10**15, jobs=2)",
    ),
)
def test_kernels_hear_signals(work):
    assert run_python(ENDLESS.format(work=work)).stdout == "stopped\n"
