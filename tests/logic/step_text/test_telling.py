"""An explanation is told while it is made: each step before the next is looked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import satdoku
from satdoku.cli.main import cli
from satdoku.logic import explain as explaining
from satdoku.logic.explain import Explaining
from satdoku.logic.search.choosing import choice
from satdoku.logic.starting import position_of
from satdoku.logic.step_text.numbered import VERBOSITIES, NumberedSteps

PUZZLE = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."
SMALL = "12.......3..4..."
PAIRS = "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5..........."


def stopped_at(search: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C where the n-th step is looked for."""
    follow, done = explaining.follow, []

    def following(*arguments: Any) -> Any:
        done.append(arguments)
        if len(done) == search:
            raise KeyboardInterrupt
        return follow(*arguments)

    monkeypatch.setattr(explaining, "follow", following)


@pytest.mark.parametrize("scale", ["se", "satdoku"])
def test_no_step_is_looked_for_before_it_is_asked_for(
    scale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped_at(3, monkeypatch)
    start = position_of(SMALL)
    steps = iter(Explaining(start, choice(start.layout, scale=scale)))
    assert [next(steps).rule_name, next(steps).rule_name]
    with pytest.raises(KeyboardInterrupt):
        next(steps)


def test_what_was_told_stays_when_it_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped_at(3, monkeypatch)
    done = CliRunner().invoke(cli, ["explain", SMALL])
    assert done.exit_code != 0
    assert done.stdout.splitlines() == satdoku.explain(SMALL, until=2).text().splitlines()[:2]


def test_a_file_appears_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "steps.txt"
    assert CliRunner().invoke(cli, ["explain", SMALL, "-o", str(target)]).exit_code == 0
    assert target.read_text() == satdoku.explain(SMALL).text() + "\n"
    target.unlink()
    stopped_at(3, monkeypatch)
    assert CliRunner().invoke(cli, ["explain", SMALL, "-o", str(target)]).exit_code != 0
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"until": 4},
        {"until": 0},
        {"until": 999},
        {"until": "xy wing"},
        {"limit_size": 3},
        {"rules": "singles"},
        {"scale": "satdoku"},
        {"scale": "satdoku", "until": "XY-wing"},
        {"time_limit": 1e-9},
    ],
)
def test_what_is_told_step_by_step_is_the_whole(asked: dict[str, Any]) -> None:
    start = position_of(PUZZLE)
    of_walk = {name: asked[name] for name in ("until", "limit_size", "time_limit") if name in asked}
    of_choice = {name: asked[name] for name in asked if name not in of_walk}
    steps = Explaining(start, choice(start.layout, **of_choice), **of_walk)
    numbered = {verbosity: NumberedSteps(start.theory, verbosity) for verbosity in VERBOSITIES}
    told: dict[str, list[str]] = {verbosity: [] for verbosity in VERBOSITIES}
    for step in steps:
        for verbosity in VERBOSITIES:
            told[verbosity] += numbered[verbosity].add(step)
    whole = satdoku.explain(PUZZLE, **asked)
    assert steps.found.record() == whole.record()
    for verbosity in VERBOSITIES:
        lines = [*told[verbosity], *numbered[verbosity].end(), *steps.found.ending(verbosity)]
        assert "\n".join(lines) == whole.text(verbosity)


def test_it_ends_before_the_step_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = satdoku.explain(PUZZLE)
    place = [step.name for step in whole.steps].index("XY-wing")
    found = satdoku.explain(PUZZLE, until="xy wing")
    assert (found.steps, found.ahead) == (whole.steps[:place], whole.steps[place])
    assert found.record() == whole.until("XY-wing").record()
    with pytest.raises(satdoku.PuzzleError, match="no step is called 'swordfish'"):
        satdoku.explain(PUZZLE, until="swordfish")


@pytest.mark.slow
def test_a_subset_is_told_once() -> None:
    """A pair that placed a digit, and later removes candidates, refers to the step that had it."""
    repeated = set()
    for puzzle in (PUZZLE, PAIRS):
        found = satdoku.explain(puzzle)
        lines = found.text().split("\n")
        for later, second in enumerate(found.steps):
            for earlier, first in enumerate(found.steps[:later]):
                same = first.bases[: len(first.bases) - len(first.asserted)]
                if (
                    second.kind in ("cover", "locked")
                    and first.covers == second.covers
                    and (same == second.bases[: len(second.bases) - len(second.asserted)])
                ):
                    said = next(line for line in lines if line.startswith(f"{later + 1:3}  "))
                    assert f" of step {earlier + 1}" in said and "In " not in said
                    repeated.add(bool(second.asserted))
                    break
        assert satdoku.verify_steps(found.text()).ok
    assert repeated == {False, True}


def test_singles_in_a_row_may_be_told_together() -> None:
    found = satdoku.explain(PUZZLE)
    text = found.text("brief")
    assert "      1-7  singles: r2c4=4, " in text
    assert not any(" hidden single" in line and "=" not in line for line in text.split("\n"))
    for step in found.steps:
        if not step.is_single:
            assert f"{step.name}: " in text
    assert satdoku.verify_steps(text).ok
