"""Ctrl-C and SIGTERM at any moment: heard in time, with nothing left behind.

The programs here run beside a second thread, as those with OpenBLAS or a progress bar do.
"""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from pysat.examples.hitman import Hitman
from pysat.examples.musx import MUSX
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from satdoku import TimeLimitReached
from satdoku.backends import pysat
from satdoku.backends.base import Clock
from satdoku.backends.calls import within
from satdoku.workers.interrupts import held_back, undisturbed
from tests.marks import slow_but
from tests.oracle import HARD
from tests.processes import NEVER, as_from_a_terminal, running

#: Asks the same hard question again after each Ctrl-C, and says when it begins.
ASKING = """
import signal, sys, threading
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Thread(target=threading.Event().wait, daemon=True).start()
from satdoku import Layout, Theory, random_grid
from satdoku.backends import open_backend
from satdoku.backends.assuming import Assuming
from satdoku.backends.base import Clock
from satdoku.backends.calls import within
from satdoku.random_stream import RandomStream

theory = Theory.of(Layout.of_size(25))
if sys.argv[1] == "rc2":
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF
    pigeons = WCNF()
    pigeons.extend([[h * 12 + p + 1 for h in range(11)] for p in range(12)])
    pigeons.extend([[-(h * 12 + p + 1), -(h * 12 + q + 1)]
                    for h in range(11) for p in range(12) for q in range(p)], [1] * 726)
    def ask():
        with within(Clock(None), lambda: RC2(pigeons)) as search:
            search.compute()
elif sys.argv[1] == "assuming":
    asked = Assuming(theory)
    def ask():
        while True:
            asked.forbid(asked.completion())
else:
    backend = open_backend(sys.argv[1], theory)
    backend.load()
    def ask():
        for _ in backend.completions(()):
            pass
for _ in range(int(sys.argv[2])):
    try:
        print("asking", flush=True)
        ask()
        print("answered", flush=True)
    except KeyboardInterrupt:
        print("heard", flush=True)
"""
ENGINES = ["glucose4", "minicard", "cadical153", "minisat22", "ergo", "cpsat",
           "assuming", "rc2"]  # fmt: skip


@pytest.mark.slow_cases("cadical153")
@pytest.mark.parametrize("engine", slow_but(ENGINES, "cadical153"))
def test_ctrl_c_is_heard_again_and_again_and_crashes_nothing(engine):
    rounds = 6
    with subprocess.Popen(
        [sys.executable, "-c", ASKING, engine, str(rounds)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout and process.stderr
        try:
            for number in range(rounds):
                assert process.stdout.readline() == b"asking\n", process.stderr.read().decode()
                select.select([process.stdout], [], [], number / 8)  # further and further into it
                process.send_signal(signal.SIGINT)
                assert process.stdout.readline() == b"heard\n", process.stderr.read().decode()
            assert process.wait(60) == 0
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("engine", ["a program", "kissat404"])
def test_the_program_of_an_engine_ends_with_satdoku_and_leaves_no_file(engine, number, tmp_path):
    files, noted = tmp_path / "files", tmp_path / "pid"
    files.mkdir()
    if engine == "a program":
        program = tmp_path / "solver"
        program.write_text(f"#!/bin/sh\necho $$ > {noted}; exec sleep 600\n")
        program.chmod(0o755)
        engine = str(program)
        wait_for = noted
    board = "." * 625 if engine == "kissat404" else HARD
    script = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from satdoku.cli.main import main; main()"
    )
    with running(
        [sys.executable, "-c", script, "count", board, "--engine", engine],
        env=os.environ | {"TMPDIR": str(files)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        while engine == "kissat404" and not list(files.glob("*/problem.cnf")):
            assert process.poll() is None
        while engine != "kissat404" and not (wait_for.exists() and wait_for.read_text()):
            assert process.poll() is None
        process.send_signal(number)
        _, complaint = process.communicate(timeout=NEVER)
    assert process.returncode in (130, 128 + number)
    assert complaint.decode().strip().count("\n") == 0
    assert list(files.iterdir()) == []
    if noted.exists():
        assert not Path(f"/proc/{noted.read_text().strip()}").exists()


def pigeons(holes: int) -> WCNF:
    """One pigeon more than there are holes; that a hole holds two is soft."""
    formula, n = WCNF(), holes + 1
    formula.extend([[h * n + p + 1 for h in range(holes)] for p in range(n)])
    pairs = [
        (h * n + p + 1, h * n + q + 1) for h in range(holes) for p in range(n) for q in range(p)
    ]
    formula.extend([[-a, -b] for a, b in pairs], weights=[1] * len(pairs))
    return formula


@pytest.mark.parametrize("kind", [RC2, MUSX])
def test_a_search_of_pysat_keeps_to_its_time_limit(kind):
    with (
        pytest.raises(TimeLimitReached, match=r"within 0\.3 s"),
        within(
            Clock(0.3), lambda: kind(pigeons(12), **({"verbosity": 0} if kind is MUSX else {}))
        ) as search,
    ):
        search.compute()


def test_searches_answer_as_ever_within_a_limit():
    with within(Clock(60), lambda: RC2(pigeons(3))) as search:
        assert search.compute()
        assert search.cost == 1
    with within(Clock(60), lambda: Hitman(solver="g4", htype="sorted")) as hitman:
        for difference in ([1, 2], [2, 3], [3, 4]):
            hitman.hit(difference)
        assert len(hitman.get()) == 2
        hitman.hit([5])
        assert len(hitman.get()) == 3


def test_pysat_is_as_ever_outside():
    from pysat import card, solvers

    theirs = solvers.MainThread
    with undisturbed(), undisturbed():
        assert not solvers.MainThread.check()
        assert not card.MainThread.check()
    assert solvers.MainThread is theirs is card.MainThread
    with pytest.raises(ValueError, match="told on"), undisturbed():
        raise ValueError("told on")
    assert solvers.MainThread is theirs


def test_what_is_held_back_is_heard_at_the_end():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    done = []
    try:
        with pytest.raises(KeyboardInterrupt), held_back():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("all")
        assert done == ["all"]
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


START = """
import os, signal, sys
sys.argv = ["/bin/satdoku", "levels"]
signal.signal(signal.SIGINT, signal.default_int_handler)
before = set(sys.modules)
import satdoku.__main__
print(*sorted(set(sys.modules) - before), flush=True)
os.kill(os.getpid(), signal.{name})
satdoku.__main__.main()
"""


@pytest.mark.parametrize(
    "name, said", [("SIGINT", "interrupted"), ("SIGTERM", "terminated"), ("SIGHUP", "hung up")]
)
def test_a_signal_waits_from_the_first_line_on_until_it_is_heard(name, said):
    done = subprocess.run(
        [sys.executable, "-c", START.format(name=name)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=as_from_a_terminal,
    )
    assert set(done.stdout.split()) <= {"__future__", "satdoku", "satdoku.__main__"}
    assert done.stderr == f"satdoku: {said}\n"
    assert done.returncode == 128 + signal.Signals[name]


def test_who_imports_the_start_of_the_command_hears_signals_as_ever():
    program = (
        "import signal, satdoku.__main__; "
        "assert not signal.pthread_sigmask(signal.SIG_BLOCK, ()) & {signal.SIGINT, signal.SIGTERM}"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_after_all_is_written_changes_nothing(name):
    """Sent by an object that Python takes down at its end, when it hears no signal any more."""
    code = (
        "import os, signal, sys\n"
        "class Last:\n"
        f"    def __del__(self, kill=os.kill, number=signal.{name}, me=os.getpid()):\n"
        "        kill(me, number)\n"
        "last = Last()\n"
        "sys.argv[1:] = ['--version']\n"
        "from satdoku.cli.main import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_ctrl_c_is_heard_while_a_solver_is_deleted():
    class Solver:
        def delete(self):
            signal.raise_signal(signal.SIGINT)
            deleted.append(True)

    deleted, usual = [], signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        kept = pysat._LoadedSolver(Solver())
        del kept
        assert not deleted
        with pytest.raises(KeyboardInterrupt):
            pysat.free_solvers()
        assert deleted
    finally:
        signal.signal(signal.SIGINT, usual)


TWICE = """
import os, signal, sys
sys.argv[1:] = ["count", "." * 81, "--engine", "dlx", "--limit", "1000000000"]
from satdoku.cli import signals
leave = signals.leave
def leave_late():
    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
        os.kill(os.getpid(), number)
    leave()
signals.leave = leave_late
import satdoku.__main__
import threading
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGTERM)).start()
satdoku.__main__.main()
"""


@pytest.mark.slow
def test_a_second_signal_while_the_first_is_answered_changes_nothing():
    done = subprocess.run(
        [sys.executable, "-c", TWICE], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (143, "satdoku: terminated\n")
