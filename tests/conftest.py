"""Shared fixtures: real puzzle data where it lies beside the checkout, and the slow mark."""

from __future__ import annotations

import gc
import os
import signal
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

try:
    import resource
except ImportError:  # Windows
    resource = None

from satdoku.kernels.library import current
from tests import rooms
from tests.marks import NIGHTLY, SLOW

#: The tests start over a thousand processes; none of them should compile the package again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

current()  # kernels that have changed are built before any test begins

#: Eight thousand tests and all modules stay until the end: looking through them for what can go,
#: again and again, is an eighth of the run.
gc.set_threshold(50_000, 20, 100)

# No example fails because the machine is busy; what is slow shows in the time of the run.
settings.register_profile("no clock", deadline=None)
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable" if SLOW else "no clock")

DATA = Path(__file__).parents[2] / "shared" / "data"


def state():
    """What a test could leave in the process, and another would stumble over."""
    limits = resource and [
        resource.getrlimit(which) for which in (resource.RLIMIT_CPU, resource.RLIMIT_FSIZE)
    ]
    # Not SIGINT and the timer of SIGALRM: notebooks and the solver maplechrono have their own way.
    handlers = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGALRM)]
    timer = signal.getitimer(signal.ITIMER_PROF)[0] > 0
    return Path.cwd(), limits, handlers, timer, sys.getrecursionlimit(), os.nice(0)


@pytest.fixture(autouse=True)
def leaves_nothing():
    before = state()
    yield
    assert state() == before


@pytest.fixture(scope="session")
def real_puzzles():
    """A function: file name → the puzzles of that collection."""

    @cache
    def read(name: str):
        if not (DATA / name).exists():
            pytest.skip(f"the puzzle collection {name} is not beside this checkout")
        from satdoku import parse_all

        return tuple(parse_all((DATA / name).read_text()))

    return read


def pytest_collection_finish():
    gc.collect()
    gc.freeze()


def pytest_ignore_collect(collection_path):
    """Whether a file is left out: it needs a room that is not there."""
    is_test = collection_path.suffix == ".py" and rooms.TESTS in collection_path.parents
    return True if is_test and rooms.is_left_out(collection_path) else None


def pytest_collection_modifyitems(items):
    for item in items:
        needed = {name for mark in item.iter_markers("room") for name in mark.args}
        if gone := needed & rooms.lacking():
            item.add_marker(pytest.mark.skip(reason=f"without the rooms {sorted(gone)}"))
    for name, is_on in (("nightly", NIGHTLY), ("slow", SLOW)):
        if is_on:
            continue
        for item in items:
            cases = item.get_closest_marker(f"{name}_cases")
            is_such_a_case = cases and item.callspec.id.startswith(cases.args)
            if is_such_a_case or item.get_closest_marker(name):
                reason = f"{name}: set SATDOKU_{name.upper()}=1 to run it"
                item.add_marker(pytest.mark.skip(reason=reason))
