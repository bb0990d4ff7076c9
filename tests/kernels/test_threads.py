"""Every public function may be called from any number of threads at once: the answers are those of
one thread."""

import asyncio
import os
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import satdoku
from satdoku import batch
from satdoku.kernels.library import current
from satdoku.logic.kernel_list import all_signatures
from tests.kernel_digest import digests
from tests.marks import SLOW, by_night_but, slow_but
from tests.oracle import HARD, LECTURE
from tests.puzzles.test_equal_values import ANSWERS

TESTS = Path(__file__).parents[1]
#: Where processes that tests start find the package and these files.
SEARCHED = os.pathsep.join([str(TESTS.parent), *filter(None, sys.path)])
#: Calls of each function, and the seconds that one thread would take for them, at most.
CALLS, SECONDS = (200, 0.3) if SLOW else (20, 0.1)
#: Puzzles on which the search for steps takes chains.
CHAINS = [
    HARD,
    "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7.",
    "..1.2.....3...4......5...6..7....2...8.....9...4....1..9...3......6...5.....8.7..",
    LECTURE,
]
#: More calls than those that are compared for equality: what searches, on puzzles that differ.
MORE = {
    "rate": [partial(satdoku.rate, p, scale=s) for p in CHAINS for s in (None, "satdoku")],
    "explain": [partial(satdoku.explain, p, scale=s) for p in CHAINS for s in (None, "satdoku")],
    "hint": [partial(satdoku.hint, p) for p in CHAINS],
    "available": [partial(satdoku.available, p) for p in CHAINS[:2]],
    "count": [partial(satdoku.count, "." * 16), partial(satdoku.count, HARD)],
    "solve": [partial(satdoku.solve, p) for p in CHAINS],
    "check": [partial(satdoku.check, p) for p in CHAINS],
    "canonical": [partial(satdoku.canonical, p) for p in CHAINS],
}
CALLS_OF = {name: [*calls, *MORE.get(name, ())] for name, calls in ANSWERS.items()}
#: Types, of which nothing is asked in threads; and what takes seconds.
NOT_ASKED = {"Constraint", "Layout", "Puzzle", "Sheet", "available", "selfcheck"}


@pytest.fixture(scope="module")
def alone():
    """A function: what one thread answers, and the seconds that it took."""
    known, loaded = {}, set()

    def answer(name, k):
        if (name, k) not in known:
            if name not in loaded:
                ask((name, k))
                loaded.add(name)
            start = time.perf_counter()
            found = ask((name, k))
            known[name, k] = found, time.perf_counter() - start
        return known[name, k]

    return answer


def ask(question):
    """The answer to call k of a function."""
    name, k = question
    return CALLS_OF[name][k]()


def questions(seed, names, alone):
    """Calls of each function, mixed, and the answers of one thread."""
    asked = []
    for name in sorted(names):
        left = SECONDS
        for k in range(CALLS):
            asked.append((name, k % len(CALLS_OF[name])))
            left -= alone(*asked[-1])[1]
            if left < 0 and k > len(CALLS_OF[name]):
                break
    random.Random(seed).shuffle(asked)
    return asked, [alone(*question)[0] for question in asked]


@pytest.fixture
def switching():
    """Threads take turns as often as Python allows."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize("threads", by_night_but([2, 8], 8))
def test_answers_are_those_of_one_thread(threads, alone, switching):
    asked, expected = questions(threads, CALLS_OF.keys() - NOT_ASKED, alone)
    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(ask, asked))
    wrong = [q for q, one, other in zip(asked, expected, found, strict=True) if one != other]
    assert not wrong


@pytest.mark.parametrize("name", slow_but(["rate", "explain", "hint"]))
def test_threads_that_search_for_steps_do_not_meet(name, alone, switching):
    asked, expected = questions(1, [name], alone)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, asked * 3)) == expected * 3


@pytest.mark.slow
def test_functions_can_be_awaited_in_threads(alone):
    asked, expected = questions(3, ["rate", "solve", "explain", "check", "count"], alone)

    async def ask_all():
        return await asyncio.gather(*(asyncio.to_thread(ask, question) for question in asked))

    assert asyncio.run(ask_all()) == expected


@pytest.mark.slow
def test_arrays_are_answered_in_threads_while_others_are():
    boards = batch.generate(60, seed=2, keep="proper")
    works = [batch.check, batch.base_rules, batch.rate, batch.canonical]

    def values(k):
        return [np.asarray(array).tolist() for array in works[k % 4](boards)]

    expected = [values(k) for k in range(4)]
    with ThreadPoolExecutor(8) as pool:
        for k, found in enumerate(pool.map(values, range(24))):
            assert found == expected[k % 4]


#: Calls that reach every kernel, from eight threads, by a library in this folder.
CHECKED = """
import sys
from pathlib import Path
from tests.kernel_builds import run_by
from satdoku.kernels.levels import SUFFIX
from satdoku.kernels.library import Library, current

level = current().level
with run_by(Library(level, Path(sys.argv[1]) / f"{level.name}{SUFFIX}")):
    from tests.kernel_digest import digests
    from tests.kernels.test_threads import ThreadPoolExecutor, ask, CALLS_OF, NOT_ASKED

    print(*digests(40).values())
    with ThreadPoolExecutor(8) as pool:
        names = sorted(CALLS_OF.keys() - NOT_ASKED) * 2
        list(pool.map(ask, [(name, k) for name in names for k in range(len(CALLS_OF[name]))]))
    print("done")
"""


@pytest.mark.nightly
def test_no_kernel_reads_or_writes_outside_its_lists(tmp_path):
    """With every access to a list checked against its length."""
    pytest.importorskip("llvmlite", reason="kernels are built by llvmlite")
    from satdoku.kernels.codegen.build import build
    from satdoku.kernels.codegen.targets import this_platform

    build(
        all_signatures(),
        tmp_path,
        this_platform(),
        [current().level],
        objects=tmp_path,
        checked=True,
    )
    done = subprocess.run(
        [sys.executable, "-c", CHECKED, str(tmp_path)],
        env=os.environ | {"PYTHONPATH": SEARCHED},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == [*digests(40).values(), "done"], done.stderr
