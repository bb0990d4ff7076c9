"""A time limit changes neither who answers nor what it costs, and holds for each phase of it."""

import json
import re
import time
from contextlib import suppress
from dataclasses import replace

import click
import pytest
from click.testing import CliRunner

import satdoku
from satdoku import Layout, Puzzle, TimeLimitReached
from satdoku.backends.base import Clock
from satdoku.batch import counting
from satdoku.batch.counting import counted, quick_estimate, usual_limit
from satdoku.batch.exact_counts import exact_count
from satdoku.cli.main import cli
from satdoku.cli.stream import answering as engine
from satdoku.logic.slips import likely_slips
from tests.oracle import EASY, LECTURE

#: Asked for, and what it may be on a machine that is busy with other tests.
ASKED, GIVEN = 0.5, 5.0


def told(*arguments):
    return CliRunner().invoke(cli, arguments)


@pytest.fixture
def file(tmp_path):
    """A file of forty puzzles."""
    (tmp_path / "puzzles.txt").write_text(f"{EASY}\n{LECTURE}\n" * 20)
    return str(tmp_path / "puzzles.txt")


@pytest.mark.parametrize("command", ["solve", "check", "count", "rate"])
def test_blocks_go_to_the_kernels_with_a_time_limit_too(command, file, monkeypatch):
    """Not one puzzle after the other, each by an engine of its own."""
    opened, usual = [], engine._open
    monkeypatch.setattr(engine, "_open", lambda *which: opened.append(which) or usual(*which))
    plain = told(command, "--format", "json", file)
    opened.clear()
    limited = told(command, "--format", "json", "--time-limit", "60", file)
    assert limited.stdout == plain.stdout and limited.exit_code == plain.exit_code
    assert len(plain.stdout.splitlines()) == 40
    assert len(opened) <= 3  # for the check of the option, and the first puzzle


def test_statistics_of_a_block_are_those_of_its_kernel(file):
    done = told("solve", "--format", "json", "--stats", file)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["statistics"]["calls"] for record in records] == [1] * 40
    assert all(record["engine"] == "auto" for record in records)
    assert all(record["statistics"]["seconds"] > 0 for record in records)


@pytest.mark.room("serving")
@pytest.mark.slow_cases(
    "count-16x16",
    "count-25x25",
    "count-9x9+anti-knight",
    "count-9x9+killer:20:r1c1-r1c3",
    "diagnose-16x16",
    "diagnose-25x25",
    "live-25x25",
)
@pytest.mark.parametrize("name", ["16x16", "25x25", "9x9+anti-knight", "9x9+killer:20:r1c1-r1c3"])
@pytest.mark.parametrize("operation", ["count", "live", "diagnose", "solve", "check", "rate"])
def test_operations_end_in_time(operation, name):
    from satdoku.serving.operations import OPERATIONS

    layout = Layout.named(name)
    puzzle = {"puzzle": "." * layout.cell_count, "layout": name}
    start = time.process_time()  # what others do on the machine is not counted
    with suppress(TimeLimitReached):
        OPERATIONS[operation].run({"puzzle": puzzle, "time_limit": ASKED})
    assert time.process_time() - start < GIVEN


@pytest.mark.slow
def test_a_count_in_parts_is_the_count(monkeypatch):
    puzzle = satdoku.parse("1" + "." * 35, "6x6+diagonal")
    assert satdoku.count(puzzle) == exact_count(puzzle, Clock(None)) == 1440
    heard = []
    monkeypatch.setattr(counting, "FEW", 100)
    monkeypatch.setattr(counting, "exact_count", lambda puzzle, clock: None)
    found, is_all = counted(puzzle, None, Clock(60), heard.append)
    assert is_all and found == satdoku.count(puzzle) == heard[-1] and len(heard) > 1
    assert counted(puzzle, found, Clock(60), heard.append) == (found, False)
    assert counted(puzzle, found + 1, Clock(60)) == (found, True)
    assert satdoku.count(puzzle, time_limit=60) == found
    with pytest.raises(TimeLimitReached) as caught:
        satdoku.count("1" + "." * 80, time_limit=0.2)
    assert caught.value.found is not None


def test_an_estimate_needs_no_more_time_than_it_has():
    blank = Puzzle((0,) * 625, Layout.named("25x25"))
    start = time.process_time()
    quick_estimate(blank, 0, Clock(0.2))
    assert time.process_time() - start < GIVEN
    about, (low, high), _ = quick_estimate(satdoku.parse("." * 16, "4x4"), 0, Clock(None))
    assert about == pytest.approx(288, 0.3) and low <= 288 <= high


@pytest.mark.nightly_cases("16x16", "25x25")
@pytest.mark.slow_cases("6x6", "9x9+anti-knight", "9x9+even")
@pytest.mark.parametrize(
    "name", ["4x4", "6x6", "16x16", "25x25", "9x9+anti-knight", "9x9+even:r1c1"]
)
def test_counts_have_a_limit_that_is_soon_reached(name):
    layout = Layout.named(name)
    text = told("count", "--layout", name, "." * layout.cell_count).stdout
    most = usual_limit(layout)
    exact = {"4x4": "288\n", "6x6": "28200960\n"}
    assert text == exact[name] if name in exact else text.startswith(f"{most}+")


def test_every_number_on_the_command_line_has_bounds():
    def options(command, context):
        if not isinstance(command, click.Group):
            yield from ((command.name, option) for option in command.params)
            return
        for name in command.list_commands(context):
            yield from options(command.get_command(context, name), context)

    open_ended = [
        f"{name} {option.opts[0]}: give click.IntRange or FloatRange two ends"
        for name, option in options(cli, click.Context(cli))
        if re.search("Int|Float", type(option.type).__name__)
        and None in (getattr(option.type, "min", None), getattr(option.type, "max", None))
    ]
    assert not open_ended


def test_a_count_that_no_brief_search_decides_is_the_same(monkeypatch):
    puzzles = [
        satdoku.parse(text) for text in (".Cage~17~R1C1~R1C2.Thermo~R3C3~R3C4", "1" + "." * 80)
    ]
    known = [satdoku.count(puzzle, limit=2) for puzzle in puzzles]
    monkeypatch.setattr(counting, "BRIEF_WORK", 1)
    assert [satdoku.count(puzzle, limit=2) for puzzle in puzzles] == known == [2, 2]


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        (["diagnose", "--layout", "49x49", "--time-limit", "0.01", "." * 2401], "0.01 s"),
        (["certify", "--claim", "all", "--time-limit", "0.05", "." * 81], "0.05 s"),
        (["hint", "--layout", "25x25+anti-knight", "--time-limit", "0.01", "." * 625], "0.01 s"),
        (["generate", "--level", "diabolic", "--seed", "5", "--time-limit", "0.01"], "0.01 s"),
    ],
    ids=["diagnose", "certify", "hint", "generate"],
)
@pytest.mark.room("diagnosis", "certificates")
def test_no_answer_in_time_is_status_2_and_names_the_limit_asked_for(arguments, asked):
    result = CliRunner().invoke(cli, arguments, standalone_mode=False)
    if result.exception:
        assert isinstance(result.exception, TimeLimitReached)
        assert f"within {asked}" in str(result.exception)
    else:
        assert result.return_value == 2
        assert f"within {asked}" in result.output


@pytest.mark.room("diagnosis")
def test_slips_in_typing_are_looked_for_in_time_and_marked_if_not():
    puzzle = satdoku.parse("11" + "." * 1294, "36x36")
    with pytest.raises(TimeLimitReached):
        likely_slips(puzzle, Clock(0))
    found = satdoku.diagnose("12..4..1.1..2..4")
    assert found.conflict.slips and not found.conflict.slips_cut
    cut = replace(found.conflict, slips=(), slips_cut=True)
    assert "typed wrong? unknown, out of time" in replace(found, conflict=cut).text()
