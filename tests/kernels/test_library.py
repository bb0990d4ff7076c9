"""Libraries of kernels: every level gives the same bytes, the right one is loaded, changed sources
are built again; and what runs in them is stopped by signals."""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import satdoku
from satdoku.cancellation import Stop, Stopped, in_this_thread, interruptibly, run_under
from satdoku.kernels import library
from satdoku.kernels.kernel import KERNELS
from satdoku.kernels.levels import LEVELS, checksum, checksum_path, installed, path_of
from satdoku.logic.kernel_list import all_signatures
from tests.kernel_builds import level_or_skip, run_by
from tests.kernel_digest import digests
from tests.marks import slow_but

ROOT = Path(__file__).parents[2]
EASY = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."
SOLVE = "from satdoku import batch; print(batch.solve(['.' * 16], layout='4x4', limit=300).counts)"
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


@pytest.fixture(scope="module")
def usual():
    """The digests by the library that this machine takes."""
    return digests(16)


@pytest.mark.slow_cases("none")
@pytest.mark.parametrize("name", slow_but(["none", *NAMES], "none", NAMES[-1]))
def test_every_level_and_the_interpreter_give_the_same_bytes(name, usual):
    with run_by(level_or_skip(name)):
        assert digests(16) == usual


def test_the_best_level_that_the_processor_can_run_is_taken(monkeypatch):
    monkeypatch.delenv("SATDOKU_LEVEL", raising=False)
    monkeypatch.setattr(library, "_say_slow", lambda why: None)
    take = library.current.__wrapped__
    best = take()
    if best is None:
        pytest.skip("no library is built")
    able = [one for one in installed() if library.Library(one).processor >= one.number]
    assert best.level == able[0]
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
    with pytest.raises(satdoku.EngineError, match="this processor cannot run"):
        take()


def test_without_a_library_the_interpreter_answers_and_that_is_said_once(tmp_path):
    program = (
        "from pathlib import Path; from satdoku.kernels import levels, library\n"
        f"levels.FOLDER = library.FOLDER = Path({str(tmp_path / 'a/b/c')!r})\n"
        "library.STAMP = library.MISSING = Path('none')\n"
        "from satdoku import batch\n"
        "print(batch.solve(['1' + '.' * 15], layout='4x4', limit=99).counts)"
    )
    done = run_python(program)
    assert done.stdout == "[72]\n"
    assert (
        done.stderr.count("no compiled kernels, so large work is slow: the package has none") == 1
    )


@pytest.fixture
def package(tmp_path):
    """A function: runs Python with a copy of the package as it is installed from a wheel."""
    library.current()  # builds what has changed here
    copy = tmp_path / "satdoku"
    ignored = shutil.ignore_patterns("objects", "sources.json", "build.lock")
    shutil.copytree(ROOT / "satdoku", copy, ignore=ignored)

    def run(*arguments, **environment):
        environment = {"PYTHONPATH": str(tmp_path), "PYTHONSAFEPATH": "1", **environment}
        return subprocess.run(
            [sys.executable, *arguments],
            env=os.environ | environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    run.compiled = copy / "kernels/compiled"
    return run


@pytest.mark.room("research")
@pytest.mark.slow_cases("changed")
@pytest.mark.parametrize("content", slow_but(["", "cut", "text", "changed"], "changed"))
def test_a_damaged_library_is_said_in_a_line_and_not_loaded(package, content):
    for level in installed():
        name = path_of(level).name
        whole = (package.compiled / name).read_bytes()
        damaged = {"": b"", "cut": whole[: len(whole) // 2], "text": b"no library\n" * 999}
        damaged["changed"] = whole[:70000] + bytes([whole[70000] ^ 1]) + whole[70001:]
        (package.compiled / name).write_bytes(damaged[content])
    done = package("-c", SOLVE)
    assert (done.returncode, done.stdout) == (0, "[288]\n")
    assert done.stderr.startswith("satdoku: no compiled kernels, so large work is slow: ")
    assert done.stderr.endswith("is damaged: reinstall satdoku\n")
    assert done.stderr.count("\n") == 1
    level = level.name
    done = package("-m", "satdoku", "engines", SATDOKU_LEVEL=level)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"satdoku: SATDOKU_LEVEL={level}: {name} is damaged: reinstall satdoku\n"


def test_a_library_for_another_processor_or_system_is_not_used(package):
    for level in installed():
        (package.compiled / path_of(level).name).rename(package.compiled / "moved")
        other = package.compiled / path_of(level).name
        other.write_bytes(b"\x7fELF" + bytes(999))
        checksum_path(other).write_text(checksum(other))
    done = package("-c", SOLVE)
    assert (done.returncode, done.stdout) == (0, "[288]\n")
    assert "cannot be loaded" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.room("research")
@pytest.mark.parametrize(
    "arguments", [["solve", "1" + "." * 80], ["rate", EASY], ["engines"], ["formats"], ["generate"]]
)
def test_a_wrong_level_is_an_error_of_every_command(arguments):
    done = subprocess.run(
        [sys.executable, "-m", "satdoku", *arguments],
        env=os.environ | {"SATDOKU_LEVEL": "v9"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("satdoku: SATDOKU_LEVEL=v9: choose one of ")


@pytest.mark.room("research")
@pytest.mark.slow
def test_engines_says_what_runs_the_kernels(package):
    (package.compiled / "missing.txt").write_text("llvmlite has no wheel for Python 9.9\n")
    lines = package("-m", "satdoku", "engines").stdout.splitlines()
    names = ", ".join(level.name for level in installed())
    assert lines[-1] == f"kernels: compiled for {library.current().level.name} (of {names})"
    for path in package.compiled.glob("*.crc32"):
        path.with_suffix("").unlink()
    done = package("-m", "satdoku", "engines")
    why = "llvmlite has no wheel for Python 9.9"
    assert done.stdout.splitlines()[-1] == f"kernels: run by the interpreter, slowly: {why}"
    assert done.stderr == f"satdoku: no compiled kernels, so large work is slow: {why}\n"


def test_every_kernel_is_in_every_library():
    wanted = all_signatures()
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
    shutil.copytree(ROOT / "satdoku", copy)
    shutil.copy(ROOT / "pyproject.toml", copy.parent)
    return copy


def run_in(tree, program=SOLVE):
    return run_python(program, PYTHONPATH=str(tree.parent), PYTHONSAFEPATH="1")


@pytest.mark.slow
def test_a_changed_kernel_is_built_again_and_that_is_said(tree):
    assert run_in(tree).stderr == ""
    source = tree / "kernels/any_theory/flat_kernels.py"
    before, line = source.read_text(), "        csr.push_board(theory, known, boards, board)\n"
    # Of each board no solution is counted any more.
    changed = before.replace(line, line + "        known.status[1] = 0\n        break\n", 1)
    source.write_text(changed)
    done = run_in(tree)
    assert done.stdout == "[0]\n"
    assert done.stderr == "satdoku: the sources of kernels have changed: building them\n"
    objects = len(list((tree / "kernels/compiled/objects").glob("*.o")))
    again = run_in(tree)
    assert (again.stdout, again.stderr) == ("[0]\n", "")
    source.write_text(before)
    assert run_in(tree).stdout == "[288]\n"
    assert len(list((tree / "kernels/compiled/objects").glob("*.o"))) <= objects + 2


@pytest.mark.slow
def test_a_file_that_only_looks_newer_is_not_built_again(tree):
    run_in(tree)
    (tree / "kernels/any_theory/flat_kernels.py").touch()
    assert run_in(tree).stderr == ""


@pytest.mark.slow
def test_where_llvmlite_is_missing_the_command_is_named(tree):
    run_in(tree)
    source = tree / "kernels/any_theory/flat_kernels.py"
    before = source.read_text()
    source.write_text(before + "\n")
    hidden = "import sys; sys.modules['llvmlite'] = None\n"
    done = run_in(tree, hidden + SOLVE)
    source.write_text(before)
    assert done.stdout == "[288]\n"
    assert done.stderr == (
        "satdoku: the sources of kernels have changed, but older ones are used: `pip install "
        "llvmlite` lets them be rebuilt\n"
    )


@pytest.mark.slow
def test_a_kernel_with_an_error_is_an_error(tree):
    run_in(tree)
    source = tree / "kernels/any_theory/flat_kernels.py"
    before, line = source.read_text(), "        csr.push_board(theory, known, boards, board)\n"
    source.write_text(before.replace(line, "        import os\n" + line, 1))
    lines = "\n    ".join(SOLVE.split("; "))
    done = run_in(tree, f"try:\n    {lines}\nexcept Exception as error:\n    print(error)")
    source.write_text(before)
    assert done.stdout.startswith("kernels cannot be built (`python -m satdoku.kernels.codegen` ")
    assert "flat_solve, line " in done.stdout


@pytest.mark.slow
def test_where_nothing_can_be_written_older_kernels_answer(tree):
    run_in(tree)
    source, objects = tree / "kernels/any_theory/flat_kernels.py", tree / "kernels/compiled/objects"
    before = source.read_text()
    source.write_text(before + "\n")
    objects.rename(objects.with_name("aside"))
    objects.touch()  # in its place, as a folder cannot be made
    done = run_in(tree)
    objects.unlink()
    objects.with_name("aside").rename(objects)
    assert done.stdout == "[288]\n"
    assert "kernels cannot be built: " in done.stderr
    assert done.stderr.endswith(": older ones are used\n")
    source.write_text(before)


@pytest.mark.slow
def test_two_processes_build_once_and_a_killed_build_is_healed(tree):
    run_in(tree)
    compiled = tree / "kernels/compiled"
    for path in [*compiled.glob("*.crc32"), compiled / "sources.json"]:
        path.unlink()  # as if the process that built was killed before it wrote them
    (compiled / ".link-killed").mkdir()
    command, environment = [sys.executable, "-c", SOLVE], {"PYTHONPATH": str(tree.parent)}
    pair = [
        subprocess.Popen(
            command,
            env=os.environ | environment | {"PYTHONSAFEPATH": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    assert [process.communicate(timeout=300)[0] for process in pair] == 2 * ["[288]\n"]
    assert run_in(tree).stderr == ""
    assert not (compiled / ".link-killed").exists()


# -- Stopping ---------------------------------------------------------------------------------


def test_brief_work_stays_in_its_thread_and_is_cancelled_by_its_stop():
    assert in_this_thread(lambda stop: threading.current_thread()) is threading.current_thread()
    stop = Stop()
    stop.set()
    with pytest.raises(Stopped):
        run_under(stop, in_this_thread, lambda given: "an answer")


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
from satdoku.kernels.lockstep.lockstep_tasks import Lockstep
from satdoku.kernels.any_theory.theory_tasks import AnyTheory
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
