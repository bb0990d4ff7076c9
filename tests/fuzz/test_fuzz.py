"""Nothing that is read makes satdoku crash, hang or grow: a short run of each fuzzer.

The programs beside this file run for as long as they are given: before a release, an hour each.
SATDOKU_FUZZ_SECONDS is how long the first one runs here (two seconds; ten in CI).
"""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.marks import SLOW, slow_but

SECONDS = os.environ.get("SATDOKU_FUZZ_SECONDS") or ("10" if SLOW else "2")


def test_nothing_that_is_read_does_harm():
    done = subprocess.run(  # a bound that slow machines keep too: this judges harm, not speed
        [sys.executable, "-m", "tests.fuzz.fuzzing", "--seconds", SECONDS, "--bound", "10"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-5000:]
    assert int(done.stdout.split()[0]) > 0


@pytest.mark.slow_cases("1")
@pytest.mark.parametrize("seed", slow_but(range(1, 9), 1))
def test_nothing_forged_is_believed(seed):
    from tests.fuzz.forging import attack

    outcomes = attack(125 if SLOW else 30, seconds=600, seed=seed)
    assert "certificate wrong" in outcomes


@pytest.mark.slow
def test_bad_questions_to_the_server_get_one_line():
    pytest.importorskip("starlette")
    from tests.fuzz.fuzzing_api import fuzz

    assert asyncio.run(fuzz(1000 if SLOW else 300, seed=1)) == 0


@pytest.mark.slow
def test_commands_end_with_a_signal_and_leave_nothing():
    pytest.importorskip("uvicorn")
    from tests.fuzz.signalling import attacks

    _, faults = attacks(8 if SLOW else 4, seed=1)
    assert not faults
