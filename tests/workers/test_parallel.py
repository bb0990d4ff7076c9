import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from threading import Semaphore

import pytest

from satdoku.errors import WorkerKilled
from satdoku.workers.parallel import map_ordered
from satdoku.workers.team import run_within
from tests.processes import NEVER, is_alive, running, until


def square(number: int) -> int:
    if number == 70:
        raise ValueError("seventy")
    return number * number


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs):
    assert list(map_ordered(square, range(50), jobs)) == [n * n for n in range(50)]


@pytest.mark.slow_cases("2")
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_comes_at_its_place(jobs):
    results = []
    with pytest.raises(ValueError, match="seventy"):
        for result in map_ordered(square, range(100), jobs):
            results.append(result)
    assert results == [n * n for n in range(70)]


@pytest.mark.slow_cases("2")
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_the_stream_comes_after_the_results_before_it(jobs):
    def broken():
        yield from range(20)
        raise ValueError("the stream broke")

    results = []
    with pytest.raises(ValueError, match="the stream broke"):
        for result in map_ordered(square, broken(), jobs):
            results.append(result)
    assert results == [n * n for n in range(20)]


def test_an_endless_stream_is_not_read_ahead_far():
    read = []

    def numbers():
        for number in range(71, 10**9):
            read.append(number)
            yield number

    results = map_ordered(square, numbers(), 2)
    assert [next(results) for _ in range(3)] == [71 * 71, 72 * 72, 73 * 73]
    results.close()
    assert len(read) < 500


@pytest.mark.parametrize("threads", [True, False])
def test_no_result_waits_for_an_item_that_is_long_in_coming(threads):
    wanted = Semaphore(0)

    def numbers():
        for number in range(1, 5):
            assert wanted.acquire(timeout=NEVER)
            yield number

    results, found = map_ordered(square, numbers(), 2, threads, slow=True), []
    for _ in range(4):  # each item comes only once the result before it is there
        wanted.release()
        found.append(next(results))
    assert found == [1, 4, 9, 16]
    assert next(results, None) is None


@pytest.mark.slow_cases("False")
@pytest.mark.parametrize("threads", [True, False])
def test_a_slow_stream_is_not_read_ahead_far_and_ends_with_its_reader(threads):
    read = []

    def numbers():
        for number in range(71, 10**9):
            read.append(number)
            yield number

    results = map_ordered(square, numbers(), 2, threads, slow=True)
    assert [next(results) for _ in range(100)] == [n * n for n in range(71, 171)]
    before = len(threading.enumerate())
    results.close()
    until(lambda: len(threading.enumerate()) < before)
    assert len(read) < 600


@pytest.mark.slow
def test_an_error_of_a_slow_stream_comes_after_the_results_before_it():
    def broken():
        yield from range(20)
        raise ValueError("the stream broke")

    results = []
    with pytest.raises(ValueError, match="the stream broke"):
        for result in map_ordered(square, broken(), 2, slow=True):
            results.append(result)
    assert results == [n * n for n in range(20)]


def die_once(item: tuple[Path, int]) -> int:
    """Kill the worker at 5, the first time that it comes there."""
    folder, number = item
    if number == 5 and not (folder / "died").exists():
        (folder / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_worker_that_is_killed_is_replaced_and_its_work_done(tmp_path):
    said = []
    items = [(tmp_path, number) for number in range(60)]
    assert list(map_ordered(die_once, items, 2, say=said.append)) == list(range(60))
    assert all("worker process was killed" in words for words in said)
    assert said


@pytest.mark.slow
def test_a_worker_that_is_killed_again_and_again_is_an_error_in_one_line():
    with pytest.raises(WorkerKilled, match="use fewer jobs"):
        list(map_ordered(die, range(3), 2))


def unsendable(_: object) -> object:
    """Something that cannot be sent back."""
    return lambda: None


@pytest.mark.slow_cases("unsendable-1")
@pytest.mark.parametrize(("function", "item"), [(unsendable, 1), (square, lambda: None)])
def test_what_cannot_be_sent_is_an_error_and_nothing_hangs(function, item):
    with pytest.raises((AttributeError, pickle.PicklingError), match="pickle"):
        list(map_ordered(function, [item] * 40, 2))


@pytest.mark.slow
def test_work_in_a_process_of_its_own_ends_in_time():
    assert run_within(60.0, square, 9) == 81
    assert run_within(60.0, square, 70) is None  # it fails
    assert run_within(1.0, time.sleep, 600) is None


def wait_for_ever(folder: Path) -> None:
    (folder / f"worker-{os.getpid()}").touch()
    while True:
        signal.pause()


ROOT = str(Path(__file__).parents[2])
PARENT = """
import sys, pathlib
sys.path.insert(0, {root!r})
from satdoku.errors import WorkerKilled
from satdoku.workers.parallel import map_ordered
from tests.workers.test_parallel import wait_for_ever
if __name__ == "__main__":
    list(map_ordered(wait_for_ever, [pathlib.Path({folder!r})] * 40, 2))
"""


@pytest.mark.slow
def test_workers_end_with_their_parent_even_when_it_is_killed(tmp_path):
    program = tmp_path / "parent.py"
    program.write_text(PARENT.format(root=ROOT, folder=str(tmp_path)))
    with running([sys.executable, str(program)], stderr=subprocess.DEVNULL) as parent:
        until(lambda: len(list(tmp_path.glob("worker-*"))) == 2)
        workers = [int(path.name.split("-")[1]) for path in tmp_path.glob("worker-*")]
        parent.kill()
        parent.wait()
        until(lambda: not any(map(is_alive, workers)))


def test_a_worker_that_is_ended_as_it_starts_says_nothing():
    program = (
        "import os, signal\n"
        "from satdoku.workers import worker as workers\n"
        "class Ending:\n"
        "    def __init__(self, **_): pass\n"
        "    def start(self): os.kill(os.getpid(), signal.SIGTERM)\n"
        "workers.Thread = Ending\n"
        "try:\n    workers.begin_as_worker()\n"
        "except BaseException as error:\n    print('raised', error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no masks of signals here")
def test_signals_stay_blocked_while_a_server_of_processes_starts():
    # Ctrl-C in the first second of `serve` came to the server, which printed a traceback.
    program = (
        "import signal\n"
        "from multiprocessing import resource_tracker\n"
        "from satdoku.workers.process import starting\n"
        "with starting():\n"
        "    resource_tracker.ensure_running()  # as multiprocessing does before it starts one\n"
        "    print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))\n"
    )
    asked = [sys.executable, "-c", program]
    done = subprocess.run(asked, check=True, capture_output=True, text=True)
    assert done.stdout == "True\n"
