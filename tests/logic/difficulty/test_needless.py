"""Techniques that no puzzle needs are refused at once, with a reason that is true."""

from __future__ import annotations

import pytest

import satdoku
from satdoku import PuzzleError
from satdoku.logic.catalog.names import by_name, why_needless
from satdoku.logic.lessons.about import examples
from satdoku.logic.position import Position
from satdoku.logic.search.listing import steps_at
from satdoku.logic.starting import position_of
from tests.processes import command

REFUSED = [
    "squirmbag",
    "whale",
    "leviathan",
    *(
        f"{fins} {fish}"
        for fins in ("finned", "sashimi")
        for fish in ("squirmbag", "whale", "leviathan")
    ),
    "siamese fish",
    "siamese Franken fish",
    "siamese mutant fish",
    "dual two-string kite",
    "dual empty rectangle",
]
SEVERAL = ["hidden single", "locked candidates"]


def test_the_table_is_complete():
    rows = by_name().values()
    assert {row.name for row in rows if row.needless} == set(REFUSED)
    assert {row.name for row in rows if row.of} == set(SEVERAL)


@pytest.mark.parametrize("name", [*REFUSED, *SEVERAL])
def test_they_are_refused_at_once(name):
    with pytest.raises(PuzzleError, match=f"no puzzle needs '{name}': "):
        satdoku.generate(needs=name)


def test_the_command_says_it_in_one_line():
    done = command("generate", "--needs", "starfish")
    assert done.returncode == 2
    assert (
        done.stderr.count("\n") == 1
        and "no puzzle needs 'squirmbag': a fish of at most" in done.stderr
    )


def test_larger_boards_may_need_larger_fish():
    assert not why_needless("squirmbag", satdoku.Layout.of_size(16))
    assert why_needless("squirmbag", satdoku.Layout.of_size(9))


def denied(position: Position, names: list[str]) -> set[int]:
    """All candidates that steps of these names deny."""
    return {v for name in names for step in steps_at(position, name) for v in step.denied}


@pytest.mark.parametrize("fish", ["squirmbag", "whale", "finned squirmbag", "finned whale"])
def test_a_smaller_fish_denies_what_a_larger_one_denies(fish):
    position = position_of(examples()[fish].position)
    large = denied(position, [fish])
    assert large
    small = ["X-wing", "swordfish", "jellyfish"]
    if fish.startswith("finned"):
        small = [f"{fins} {name}" for name in small for fins in ("finned", "sashimi")]
        small += ["pointing", "claiming"]
    assert large <= denied(position, small)
