"""Names as people type them."""

import json
import subprocess
import sys

import pytest

from satdoku.errors import LayoutError, PuzzleError
from satdoku.logic.catalog.listings import techniques
from satdoku.logic.catalog.names import NAMES as NAMES_OF_STEPS
from satdoku.logic.catalog.names import rule_of
from satdoku.suggest import meant, unknown

NAMES = ["X-wing", "swordfish", "hidden single in a box", "BUG+1"]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("x-wing", "X-wing"),
        ("X Wing", "X-wing"),
        ("xwing", "X-wing"),
        ("bug+1", "BUG+1"),
        ("Hidden-Single-in-a-Box", "hidden single in a box"),
        ("swordfish", "swordfish"),
    ],
)
def test_capitals_blanks_and_hyphens_do_not_matter(typed: str, name: str) -> None:
    assert meant(typed, NAMES, "rule") == name


def test_a_near_miss_is_told() -> None:
    with pytest.raises(PuzzleError, match="unknown rule 'swordfihs': did you mean swordfish"):
        meant("swordfihs", NAMES, "rule")


def test_what_is_far_off_gets_the_list() -> None:
    with pytest.raises(LayoutError, match="unknown board 'zzz': known are X-wing, swordfish"):
        meant("zzz", NAMES, "board", LayoutError)
    many = [f"name number {k}" for k in range(20)]
    assert unknown("zzz", many, "rule", "satdoku rules") == (
        "unknown rule 'zzz': `satdoku rules` lists them"
    )


def test_a_file_without_the_name_of_what_is_in_it_is_told_what_lacks() -> None:
    assert unknown("twins.py", NAMES, "technique", "satdoku rules") == (
        "unknown technique 'twins.py': write twins.py:NAME, where NAME is its name there"
    )


def test_a_name_as_it_is_written_comes_first() -> None:
    assert meant("B", ["b", "B"], "letter") == "B"


def test_every_name_is_listed_and_understood() -> None:
    names = [row["name"] for row in techniques("satdoku")]
    assert sorted(names) == sorted(NAMES_OF_STEPS)
    assert all(rule_of(name.upper().replace(" ", "-")) >= 0 for name in names)


@pytest.mark.slow_cases("levels", "rules")
@pytest.mark.parametrize("command", ["rules", "levels", "layouts"])
def test_names_are_listed_for_people_and_programs(command: str) -> None:
    def run(*arguments: str) -> list[str]:
        done = subprocess.run(
            [sys.executable, "-m", "satdoku", command, *arguments],
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.splitlines()

    records = [json.loads(line) for line in run("--format", "json")]
    lines = run()
    assert len(lines) == len(records) + 1
    key = {"rules": "name", "levels": "level", "layouts": "name"}[command]
    assert all(record[key] in line for record, line in zip(records, lines[1:], strict=True))
