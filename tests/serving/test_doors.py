"""Every operation through every door with the same inputs: the answers are equal, what is refused
at one door is refused at all, and nothing ends in an exception or in the status of an honest "no"
where there was no time.

Each door is judged by the others, which read the puzzle and write the record their own way.
"""

import json

import click
import pytest
from click.testing import CliRunner

import satdoku
from satdoku import rooms
from satdoku.cli.main import cli
from satdoku.errors import SatdokuError
from satdoku.serving.operations import OPERATIONS, TOOLS
from tests.serving.doors import DOORS, OTHERS

NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GOOD = {
    "proper": "....43..1.....4.",
    "several": "12..34..........",
    "none": "11..............",
    "rows of text": ["....", "43..", "1...", "..4."],
    "rows of numbers": [[0, 0, 0, 0], [4, 3, 0, 0], [1, None, 0, 0], [0, 0, 4, 0]],
    "one list": [0, 0, 0, 0, 4, 3, 0, 0, 1, 0, 0, 0, 0, 0, 4, 0],
    "rules": {"puzzle": "." * 16, "layout": "4x4+killer:3:r1c1,r1c2"},
    "clash": {"puzzle": "1" * 3 + "." * 13, "layout": "4x4+diagonal"},
}
BAD = {
    "short": "12",
    "empty": "",
    "record without a puzzle": {"puzzle": 3},
    "layout too large": {"puzzle": "." * 81, "layout": "99999x99999"},
    "NUL": "\x00" * 81,
    "no rows": [],
    "rows of two widths": [[0, 0, 0, 0], [4, 3, 0], [1, 0, 0, 0], [0, 0, 4, 0]],
    "truth values": [True] * 16,
}
HOSTILE = {
    "blanks": "  \n ",
    "prose": "Nothing to see here.",
    "open brackets": "[" * 5000,
    "escapes": "\x1b[31m" + "." * 81,
    "damaged link": "https://sudokupad.app/scl" + "x" * 500,
    "number too large": {"puzzle": "." * 16, "layout": "4x4+killer:9999999999999:r1c1"},
    "no cells": {"puzzle": "." * 16, "layout": "4x4+killer:3:"},
    "half a character": "\ud800" * 16,
    "700,000 digits": "5" * 700_000,
    "400,000 blanks": "." * 400_000,
    "20,000 lines": "\n" * 20_000,
}
LARGE = {"puzzle": "." * 625, "layout": "25x25"}
#: What a door came to: an answer with its record, a refusal, or no answer in time.
ANSWER, REFUSED, LATE = "answer", "refused", "late"


def by_command(row, puzzle, file, **options):
    """(what it came to, the record or None, the status) of the command."""
    text = puzzle if isinstance(puzzle, str) else json.dumps(puzzle)
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    more = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    words = [*row.command.split(), *(word.replace("_", "-") for word in more), str(file)]
    done = CliRunner().invoke(cli, words, standalone_mode=False)
    error = done.exception
    assert error is None or isinstance(error, (SatdokuError, click.ClickException)), repr(error)
    if error:
        assert "\n" not in str(error)
        return (LATE if "no answer within" in str(error) else REFUSED), None, 2
    lines = done.stdout.splitlines()
    is_record = bool(lines) and lines[0].startswith("{")
    record = json.loads(lines[0]) if is_record else None
    said = done.stderr + json.dumps(record or "")
    if "no answer within" in said or "out of time" in said:
        return LATE, record, done.return_value
    is_answer = bool(lines) and not (record and {*record} <= {"puzzle", "layout", "problem"})
    return (ANSWER if is_answer else REFUSED), record, done.return_value


def by_function(function, *arguments, **options):
    """(what it came to, the record or None) of a function."""
    try:
        found = function(*arguments, **options)
    except SatdokuError as error:
        assert str(error) and "\n" not in str(error)
        return (LATE if "no answer within" in str(error) else REFUSED), None
    if not isinstance(found, dict):
        found = found.record() if hasattr(found, "record") else None
    if found is None:
        return ANSWER, None
    record = json.loads(json.dumps(found))
    says = str(record.get("outcome")), str(record.get("problem"))
    is_late = says[0] in ("out of time", "unknown") or "no answer within" in says[1]
    return (LATE if is_late or record.get("in_time") is False else ANSWER), record


def all_doors(row, puzzle, file, **options):
    """By door what it came to and its record; and the status of the command."""
    found = {}
    status = None
    if row.command:
        came, record, status = by_command(row, puzzle, file, **options)
        found["command"] = came, record
    if row.function:
        found["Python"] = by_function(getattr(satdoku, row.function), puzzle, **options)
    asked = {"puzzle": puzzle} | options
    if row.has_api:
        found["API"] = by_function(OPERATIONS[row.name].run, asked)
        message = {"puzzle": puzzle, "options": options}
        page = OPERATIONS[row.name]
        found["page"] = by_function(lambda: page.run(page.arguments(message)))
    if row.tool:
        found["agent"] = by_function(TOOLS[row.tool].run, asked)
    return found, status


def differences(row, found):
    """The keys in which two doors differ, but those that a door fills its own way."""
    records = {door: record for door, (_, record) in found.items() if record}
    keys = {key for record in records.values() for key in record} - {*row.own, "text"}
    told = []
    for key in sorted(keys):
        values = {json.dumps(record[key]) for record in records.values() if key in record}
        if len(values) > 1:
            told.append(key)
    return told


ROWS = [row for row in DOORS.values() if row.takes_puzzle]
TIMED = [row for row in ROWS if row.takes_time]


def test_every_operation_tool_and_command_has_a_row():
    assert {row.name for row in DOORS.values() if row.has_api} == {*OPERATIONS}
    assert {row.tool for row in DOORS.values() if row.tool} == {*TOOLS}
    commands = {row.command.split()[0] for row in DOORS.values() if row.command}
    there = {name.split()[0] for name in rooms.commands()}
    assert there <= commands | OTHERS, "give the command a row of tests/serving/doors.py"
    assert not commands & OTHERS
    for row in DOORS.values():
        assert not row.function or row.function in satdoku.__all__
        if row.takes_time and row.has_api:
            assert "time_limit" in OPERATIONS[row.name].options
            assert not row.tool or "time_limit" in TOOLS[row.tool].options


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_all_doors_give_the_same_answer(row, tmp_path):
    for name, puzzle in GOOD.items():
        found, status = all_doors(row, puzzle, tmp_path / "in.txt")
        came = {door: what for door, (what, _) in found.items()}
        assert LATE not in came.values(), name
        answers = {what == ANSWER for door, what in came.items() if door != "command"}
        assert len(answers) < 2 or row.name == "minimal", (name, came)
        assert not differences(row, found), (name, differences(row, found))
        record = found.get("command", (None, None))[1]
        if status is None or row.name == "verify-steps":
            continue
        if answers == {False}:  # the others refuse it: for the command it is a "no"
            assert status == 1, name
        elif row.no and record:
            assert status == int(row.is_no(record)), (name, record)


def every_door_refuses(row, puzzles, folder):
    for name, puzzle in puzzles.items():
        found, status = all_doors(row, puzzle, folder / "in.txt")
        assert {what for what, _ in found.values()} == {REFUSED}, (name, found)
        assert status in (None, 2), name


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_what_is_bad_is_refused_at_every_door(row, tmp_path):
    every_door_refuses(row, BAD, tmp_path)


@pytest.mark.slow
@pytest.mark.nightly_cases(*(row.name for row in ROWS if row.name not in ("solve", "verify-steps")))
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_what_is_hostile_is_refused_at_every_door(row, tmp_path):
    every_door_refuses(row, HOSTILE, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("row", TIMED, ids=lambda row: row.name)
def test_without_time_no_door_answers_no(row, tmp_path):
    found, status = all_doors(row, LARGE, tmp_path / "in.txt", time_limit=0.01)
    came = [what for what, _ in found.values()]
    if row.command and came[0] == LATE:
        assert status == 2
    else:
        assert status in (None, 0, 1)  # an answer, which came in time
