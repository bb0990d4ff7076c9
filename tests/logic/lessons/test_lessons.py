"""Each technique is taught: by a definition, a reason, a position that shows it, a near miss."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import satdoku
from satdoku.cli.main import cli
from satdoku.errors import PuzzleError
from satdoku.inference.deduction import ASSERTED, OPEN
from satdoku.languages import IN_ENGLISH, languages, texts_of
from satdoku.logic.catalog.rules import by_name
from satdoku.logic.lessons.about import (
    NEVER_SHOWN,
    SORTS,
    examples,
    examples_by_name,
    known_names,
    lessons,
    technique,
)
from satdoku.logic.mistakes import state_of
from satdoku.logic.position import Position
from satdoku.logic.search.listing import pattern_of, steps_at
from satdoku.logic.steps import LogicStep
from satdoku.logic.technique_checks.table import judge_of
from tests.marks import slow_but

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "docs"))
import make_logic_pictures as making  # noqa: E402

#: Positions with rules are judged in tests/logic/techniques/test_arguments.py.
SHOWN = {
    f"{name}, {example.sort}": example
    for name, shown in examples_by_name().items()
    if name in by_name()
    for example in shown
    if not example.options
}
#: By technique, a candidate (after ~: only to the finder) and a position that needs to lack it.
NEAR = {
    name: (near, position)
    for name, near, position in (
        line.split(";")
        for line in Path(__file__).with_name("near_misses.txt").read_text().splitlines()
        if not line.startswith("#")
    )
}
SOME = list(NEAR)[::12]


def concluded(step: LogicStep) -> list[int]:
    return [*step.asserted, *(-v for v in step.denied)]


def with_candidate(position: Position, v: int) -> Position:
    """The same with one candidate more; digits that forbid it are not written in yet."""
    status = bytearray(position.status)
    status[v] = OPEN
    for peer in position.theory.peers(v):
        if status[peer] == ASSERTED:
            status[peer] = OPEN
    return Position(position.theory, status, position.given)


def test_every_name_has_a_lesson_and_every_lesson_is_of_names() -> None:
    other = sorted(set(lessons()) ^ set(known_names()))
    assert not other, (
        f"add a lesson to the docstring of each one's file (see `catalog.row`): {other}"
    )
    for lesson in lessons().values():
        assert lesson.what.endswith(".") and lesson.why.endswith(".")


def test_every_technique_has_a_position() -> None:
    for name in lessons():
        told = technique(name)
        if not told.examples and name not in NEVER_SHOWN:
            beside = [n for n in told.lesson.names if n in examples()]
            assert name in by_name() and by_name()[name].joint, (
                f"add a position that shows {name} to satdoku/logic/lessons/examples.txt"
            )
            assert beside or by_name()[name].joint
    assert len(NEAR) >= 0.8 * sum(name in by_name() for name in examples())


@pytest.mark.parametrize("shown", slow_but(list(SHOWN), *list(SHOWN)[::20]))
def test_a_position_shows_its_technique(shown: str) -> None:
    example = SHOWN[shown]
    name = example.name
    position, step = making.step_of(example)
    step.verify(position)
    judge = judge_of(name)
    assert step.name in (name, f"{name}+1")  # BUG asks for any of its kind
    assert judge and all(judge(position, literal, ()) for literal in concluded(step)[:3])
    if by_name()[name].proper:
        assert position.is_proper


def test_positions_are_easy_typical_and_surprising_at_most_once() -> None:
    for name, shown in examples_by_name().items():
        sorts = [example.sort for example in shown]
        assert sorts == [sort for sort in SORTS if sort in sorts], name
        assert len({(example.position, example.shows) for example in shown}) == len(shown), name


@pytest.mark.slow
def test_no_two_techniques_have_the_same_picture() -> None:
    """The same conclusions from the same bases at the same position are one picture."""
    owners: dict[object, str] = {}
    for example in SHOWN.values():
        _position, step = making.step_of(example)
        bases = frozenset(step.bases) or pattern_of(step)[2]
        picture = (example.position, bases, frozenset(step.literals))
        owner = owners.setdefault(picture, example.name)
        assert owner == example.name, f"{example.name} has the picture of {owner}"


@pytest.mark.slow_cases("finned mutant whale")
@pytest.mark.parametrize("name", slow_but(list(NEAR), *SOME))
def test_a_near_miss_is_not_named(name: str) -> None:
    """One candidate more, and the definition does not hold: nobody says so any more."""
    near, at = NEAR[name]
    position = state_of(at).position
    first = next(steps_at(position, name))
    wanted = concluded(first)[0]
    digit, row, column = (int(c) for c in near if c.isdecimal())
    nearly = with_candidate(position, position.theory.variable(row, column, digit))
    assert nearly.status[abs(wanted)] == OPEN
    listed = list(steps_at(nearly, name))
    if "~" in near and first.kind == "chain":  # other chains show the same
        assert all(step.clauses != first.clauses for step in listed)
    else:
        assert all(wanted not in concluded(step) for step in listed)
    judge = judge_of(name)
    if judge and "~" not in near:
        assert judge(position, wanted, ())
        assert not judge(nearly, wanted, ())


#: The page of all families, and that of each.
PAGES = [making.PAGE, *making.PAGE.with_suffix("").glob("*.md")]


@pytest.mark.slow
def test_the_page_of_techniques_is_up_to_date() -> None:
    written = {path: path.read_text() for path in PAGES}
    assert written == making.pages(), "run python docs/make_logic_pictures.py"


def test_the_page_says_what_the_lessons_say() -> None:
    page = "".join(path.read_text() for path in PAGES)
    for name, lesson in lessons().items():
        assert lesson.what in page and lesson.why in page, name
    for shown in examples_by_name().values():
        for example in shown:
            assert f"$ {example.command}\n" in page, example
            assert f"(../logic/{making.file_of(example)})" in page


@pytest.mark.parametrize("name", ["X-wing", "XY-wing", "rule of 45"])
def test_a_picture_is_up_to_date(name: str) -> None:
    for example in examples_by_name()[name]:
        drawn = making.drawing(example)
        assert (making.FOLDER / making.file_of(example)).read_text() == drawn


def test_help_tells_of_a_technique_and_of_near_names() -> None:
    ran = CliRunner().invoke(cli, ["help", "x", "wing"])
    assert ran.exit_code == 0
    assert ran.output == satdoku.technique("X-wing").text() + "\n"
    assert "Cover(k)" in ran.output and "satdoku steps --technique X-wing" in ran.output
    assert CliRunner().invoke(cli, ["help", "Thor's hammer"]).output.startswith("Tridagon (8.0")
    ran = CliRunner().invoke(cli, ["help", "sworfish"])
    assert ran.exit_code == 2 and "swordfish" in ran.output


def test_a_technique_is_a_value() -> None:
    told = satdoku.technique("bivalue universal grave")
    assert repr(told) == "<About BUG: 5.6>"
    assert json.loads(json.dumps(told.record()))["aliases"]
    with pytest.raises(PuzzleError, match="unknown technique"):
        satdoku.technique("x-wig-wam")


@pytest.mark.parametrize("language", languages()[1:])
def test_every_lesson_has_a_translation(language: str) -> None:
    known = texts_of(language)
    said = {text for lesson in lessons().values() for text in (lesson.what, lesson.why)}
    missing = sorted(said - {*known})
    assert not missing, f"add these to satdoku/translations/{language}.po: {missing}"


@pytest.mark.parametrize("language", languages()[1:])
def test_help_on_a_technique_is_in_the_language(language: str) -> None:
    for name in lessons():
        said = technique(name).text(language)
        assert IN_ENGLISH not in said
        for line in said.splitlines()[1:]:  # the first has its other names, which are typed
            if "satdoku " not in line:
                assert not re.search(r"\b(the|with|has|two|hold|removed)\b", line), line
