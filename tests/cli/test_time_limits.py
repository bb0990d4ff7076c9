"""A time limit holds for all that is asked: one clock, and no answer in time is said to be none."""

import json
import os
from itertools import count

import pytest
from click.testing import CliRunner

from satdoku import TimeLimitReached, certify, diagnose, explain, hint, parse, rate
from satdoku.backends.base import Clock, ProcessorClock
from satdoku.cancellation import stop_if_cancelled
from satdoku.cli.main import cli
from satdoku.kernels.library import current
from tests.kernel_builds import run_by
from tests.oracle import EASY, LECTURE, NEFARIOUS

HARDEST = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
SIXTEEN = "." * 256
SECONDS = 0.3


@pytest.fixture(params=["compiled", "interpreted"])
def compiled_or_not(request):
    """By kernels and by the interpreter."""
    with run_by(current() if request.param == "compiled" else None):
        yield


@pytest.mark.slow_cases(
    "compiled-1.......2.9.4...5...6...7...5.9.3.......7.......85.",
    "interpreted-1.......2.9.4...5...6...7...5.9.3.......7.......",
    "interpreted-board0",
)
@pytest.mark.parametrize("board", [SIXTEEN, HARDEST])
def test_explaining_ends_in_time_with_the_steps_that_were_found(board, compiled_or_not):
    found = explain(board, time_limit=SECONDS)
    assert found.outcome == "out of time"
    whole = explain(board, until=len(found.steps)).steps if found.steps else ()
    assert [step.denied for step in found.steps] == [step.denied for step in whole]


@pytest.mark.slow_cases("interpreted")
def test_hints_and_ratings_end_in_time(compiled_or_not):
    with pytest.raises(TimeLimitReached, match="no answer within"):
        hint(HARDEST, time_limit=0.01)
    assert rate(HARDEST, time_limit=0.05).outcome == "out of time"
    assert rate(EASY, time_limit=600) == rate(EASY)


def test_certifying_logic_ends_in_time():
    with pytest.raises(TimeLimitReached):
        certify(HARDEST, ["logic"], time_limit=SECONDS)


@pytest.mark.parametrize("kind", [Clock, ProcessorClock])
def test_work_that_ends_late_has_no_answer_even_if_nothing_cancelled_it(kind, monkeypatch):
    clock = kind(100.0)
    started = clock.now()
    assert clock.within(lambda: "in time") == "in time"
    with pytest.raises(TimeLimitReached, match="no answer within 100 s"):
        clock.within(lambda: monkeypatch.setattr(clock, "now", lambda: started + 101))


def test_long_loops_look_whether_time_is_over():
    with pytest.raises(TimeLimitReached):
        Clock(0.01).within(lambda: [stop_if_cancelled() for _ in count()])
    stop_if_cancelled()  # nobody told this thread to stop


@pytest.mark.parametrize(
    "puzzle", ["11" + "." * 79, EASY.replace("5", "."), LECTURE, "." * 81, NEFARIOUS, "." * 36]
)
def test_one_clock_holds_for_all_questions_of_a_diagnosis(puzzle, monkeypatch):
    ticks = count()
    monkeypatch.setattr("satdoku.backends.base.time.monotonic", lambda: float(next(ticks)))
    diagnose(parse(puzzle), time_limit=30.0, pairs=True)
    # Once the clock is over, a question looks at it once or twice more, and none has its own.
    assert next(ticks) < 30 + 15


@pytest.mark.parametrize(
    "words",
    [
        ["explain", SIXTEEN],
        ["steps", "." * 625],
        ["hint", "." * 625],
        ["rate", HARDEST],
        ["rate", HARDEST, "-j", "2"],
        ["explain", HARDEST, "--why", "r1c2=7"],
        ["certify", HARDEST, "--claim", "logic"],
        ["certify", "." * 625, "--layout", "25x25+anti-knight"],
        ["minimize", SIXTEEN, "--keep", "proper"],
        ["export", "." * 625],
        ["print", EASY, "-o", "sheet.pdf"],
        ["book", EASY, "-o", "book.pdf"],
    ],
)
def test_commands_say_that_there_was_no_time(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(cli, [*words, "--time-limit", "1e-6"], standalone_mode=False)
    assert not os.listdir(), "nothing is written without an answer"
    told = found.stderr if found.exception is None else str(found.exception)
    assert "in time" in told or "out of time" in told or "no answer within" in told
    assert found.return_value == 2 or isinstance(found.exception, TimeLimitReached)


def test_a_rating_that_was_not_found_says_so():
    found = CliRunner().invoke(
        cli, ["rate", HARDEST, "--time-limit", "0.05", "--format", "json"], standalone_mode=False
    )
    assert json.loads(found.stdout)["outcome"] == "out of time"
    assert found.return_value == 2


def test_steps_found_before_the_time_is_over_are_told(monkeypatch):
    from satdoku.logic import available

    def first_only(*arguments):
        yield next(steps(*arguments))
        raise TimeLimitReached("no more time")

    steps = available.all_steps
    monkeypatch.setattr(available, "all_steps", first_only)
    done = CliRunner().invoke(cli, ["steps", LECTURE], standalone_mode=False)
    assert done.stdout.count("\n") == 1 and " single" in done.stdout
    assert (done.return_value, "no more time" in done.stderr) == (2, True)
