"""Techniques under the names that players of other programs bring."""

from __future__ import annotations

import pytest

import satdoku
from satdoku.errors import PuzzleError
from satdoku.logic.available import available
from satdoku.logic.catalog.listings import techniques
from satdoku.logic.catalog.names import known_name, rows_named
from satdoku.logic.lessons.about import examples
from satdoku.logic.mistakes import state_of
from satdoku.logic.search.listing import steps_at
from satdoku.logic.starting import position_of
from satdoku.logic.technique_checks.table import judge_of
from satdoku.logic.techniques.chains.chain_forms import wing_name
from tests.marks import slow_but

#: Puzzles on whose way these techniques occur.
PUZZLES = (
    ".3...89.2..2....4.......567...76...34...53........485.96..3....28.41.6.......617.",
    "1.......252..7..49..9...5.....689......7.3....9.1.5.3.64..1..25.1.....7.9.......8",
    "3..2.5..........1...8.6.2.......76.4..93.....6...8..........92.5..1.4..6.7......5",
)
BROUGHT = (
    "BUG", "M-wing", "S-wing", "L-wing", "H-wing", "ALS-W-wing", "guardians", "broken wing",
    "templates", "double exocet", "siamese fish", "whip", "braid", "fireworks",
    "incomplete rectangle", "0600-2", "0606-2", "1201",
)  # fmt: skip


@pytest.mark.parametrize("name", BROUGHT)
def test_a_name_that_players_bring_is_known(name: str) -> None:
    assert rows_named(name)


def test_every_name_of_the_default_scale_is_known() -> None:
    for row in techniques("satdoku").rows:
        known_name(row["name"])
    assert rows_named("BUG")[0].name == "BUG"


@pytest.mark.parametrize(
    ("in_cells", "digits", "name"),
    [
        ((True, False, True), (1, 2, 2, 2, 2, 1), "W-wing"),
        ((True, False, False), (1, 2, 2, 2, 1, 1), "M-wing"),
        ((False, False, True), (1, 1, 2, 2, 2, 1), "M-wing"),
        ((False, True, False), (1, 1, 1, 2, 2, 2), "S-wing"),
        ((False, False, False), (1, 1, 2, 2, 3, 3), "L-wing"),
        ((True, False, False), (1, 2, 2, 2, 3, 3), "H-wing"),
        ((True, True, True), (1, 2, 2, 3, 3, 1), ""),
        ((False, False, False), (1, 1, 1, 1, 1, 1), ""),
    ],
)
def test_a_wing_is_called_by_its_links(
    in_cells: tuple[bool, ...], digits: tuple[int, ...], name: str
) -> None:
    assert wing_name(in_cells, digits) == name


@pytest.mark.slow
def test_what_these_finders_say_is_proved_and_judged_apart() -> None:
    """Each step follows from its clauses; each conclusion is of its technique by its own judge."""
    seen = dict.fromkeys(
        (
            "M-wing",
            "L-wing",
            "H-wing",
            "ALS-W-wing",
            "templates",
            "finned swordfish",
            "sashimi X-wing",
            "siamese fish",
            "fireworks",
            "junior exocet",
        ),
        0,
    )
    for puzzle in PUZZLES:
        way = [at for at, step in satdoku.explain(puzzle).positions() if step.tenths >= 40]
        for position in way[:12:2]:
            for name in seen:
                for step in list(steps_at(position, name))[:6]:
                    step.verify(position)
                    seen[name] += 1
                    judge = judge_of(name)
                    assert judge
                    for literal in (*step.asserted, *(-v for v in step.denied)):
                        assert judge(position, literal, ()), (name, step)
    assert sum(map(bool, seen.values())) >= 3, seen


@pytest.mark.slow_cases("4")
@pytest.mark.parametrize("number", slow_but([1, 2, 4], 4))
def test_a_rectangle_may_lack_candidates(number: int) -> None:
    """A unique rectangle of which one cell loses one of its digits is an incomplete one."""
    line = examples()[f"unique rectangle type {number}"].position
    position = state_of(line).position
    step = next(steps_at(position, f"unique rectangle type {number}"))
    floor = dict(step.roles)["floor"]
    solution = set(next(position.completions()))
    lost = next(v for v in floor if v not in solution and v not in step.denied)
    position.deny(lost)
    name = f"incomplete unique rectangle type {number}"
    assert not any(
        other.bases == step.bases for other in steps_at(position, f"unique rectangle type {number}")
    )
    found = [other for other in steps_at(position, name) if other.bases == step.bases]
    assert found
    judge = judge_of(name)
    assert judge
    for other in found:
        other.verify(position)
        assert all(judge(position, -v, ()) for v in other.denied)
    assert not any(judge(position, -v, ()) for v in solution if position.is_open(v))


RECTANGLES = [*(f"unique rectangle type {number}" for number in range(1, 7)), "hidden rectangle"]


@pytest.mark.slow_cases("unique rectangle type 4")
@pytest.mark.parametrize("kind", slow_but(RECTANGLES, RECTANGLES[0], RECTANGLES[3]))
def test_a_rectangle_is_judged_by_its_definition(kind: str) -> None:
    """The judge finds what the finder lists, and nothing of the solution."""
    position = state_of(examples()[kind].position).position
    judge = judge_of(kind)
    assert judge
    listed = {v for step in steps_at(position, kind) for v in step.denied}
    assert listed and all(judge(position, -v, ()) for v in listed)
    solution = set(next(position.completions()))
    assert not any(judge(position, -v, ()) for v in solution if position.is_open(v))


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(PuzzleError, match="unknown technique"):
        available(PUZZLES[0], technique="Q-wing of nothing")


@pytest.mark.slow_cases("fireworks")
@pytest.mark.parametrize(
    "name", ["siamese fish", "fireworks", "junior exocet", "double exocet", "dual empty rectangle"]
)
def test_a_judge_agrees_with_the_finder_on_every_candidate(name: str) -> None:
    """The judge, made from the definition alone, accepts just the candidates that are listed."""
    position = state_of(examples()[name].position).position
    judge = judge_of(name)
    assert judge
    listed = {v for step in steps_at(position, name) for v in step.denied}
    if name == "siamese fish":  # judged by either of the two fish
        fish = [
            f"{fins} {size}"
            for fins in ("finned", "sashimi")
            for size in ("X-wing", "swordfish", "jellyfish")
        ]
        listed |= {v for step in steps_at(position, *fish) for v in step.denied}
    variables = range(1, position.theory.board_variables + 1)
    assert {v for v in variables if position.is_open(v) and judge(position, -v, ())} == listed


#: Techniques whose judges look for any instance of the definition, not for the one that is told.
DEFINED = (
    "ALS-XY-wing", "ALS chain", "death blossom", "Sue de Coq", "WXYZ-wing", "VWXYZ-wing",
    "SK loop", "multi-sector locked sets", "set equivalence", "broken wing", "bivalue oddagon",
    "avoidable rectangle type 1", "avoidable rectangle type 2", "extended rectangle", "BUG lite",
    "kraken X-wing type 1", "kraken X-wing type 2", "kraken swordfish type 1",
    "kraken swordfish type 2", "dual empty rectangle", "grouped AIC",
    "grouped discontinuous nice loop", "grouped continuous nice loop",
    "grouped AIC with almost locked sets",
    "grouped discontinuous nice loop with almost locked sets",
    "grouped continuous nice loop with almost locked sets",
)  # fmt: skip


@pytest.mark.slow_cases(
    "avoidable rectangle type 1",
    "death blossom",
    "grouped discontinuous nice loop with almost locked sets",
)
@pytest.mark.nightly_cases("set equivalence")
@pytest.mark.parametrize("name", slow_but(DEFINED, *DEFINED[2::3]))
def test_a_forged_step_is_refused(name: str) -> None:
    """No candidate of the solution is denied, not every false one is, and nothing false is
    placed."""
    position = state_of(examples()[name].position).position
    judge = judge_of(name)
    assert judge
    steps = list(steps_at(position, name))
    said = {literal for step in steps for literal in (*step.asserted, *(-v for v in step.denied))}
    assert said and all(judge(position, literal, ()) for literal in said)
    listed = set(map(abs, said))
    solution = set(next(position.completions()))
    variables = range(1, position.theory.board_variables + 1)
    candidates = [v for v in variables if position.is_open(v)]
    assert not any(judge(position, -v, ()) for v in candidates if v in solution)
    false = [v for v in candidates if v not in solution and v not in listed]
    assert not all(judge(position, -v, ()) for v in false)
    assert not any(judge(position, v, ()) for v in false)


def test_templates_that_other_digits_exclude_do_not_count() -> None:
    """Steps of several digits follow from the clauses they name, and agree with their judge."""
    position = position_of(
        "5.6.3...9..98..5.2..8...........7....3..5..4....21...6.61......9.....71...24....."
    )
    judge, solution = judge_of("templates"), set(next(position.completions()))
    steps = [step for step in steps_at(position, "templates") if "other digits" in step.reason]
    assert judge and steps
    for step in steps:
        step.verify(position)
        assert set(step.asserted) <= solution and solution.isdisjoint(step.denied)
        assert all(judge(position, v, ()) for v in (*step.asserted, *(-v for v in step.denied)))
    assert not any(judge(position, -v, ()) for v in solution if position.is_open(v))
