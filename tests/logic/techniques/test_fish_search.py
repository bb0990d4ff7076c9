"""The search for fish leaves none out: against all choices of bases and covers, and against the
judges, which find fish in another way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import pytest

import satdoku
from satdoku.logic.lessons.about import examples
from satdoku.logic.mistakes import state_of
from satdoku.logic.position import Position
from satdoku.logic.search.listing import steps_at
from satdoku.logic.technique_checks.table import judge_of
from satdoku.logic.techniques.fish.general_fish import fish
from satdoku.logic.view import Region, View, bits_of, ones
from tests.marks import by_night_but

LINES = {"row", "column"}
LARGE = [
    f"{fins} {shape} {name}".strip()
    for name in ("squirmbag", "whale")
    for shape in ("Franken", "mutant")
    for fins in ("", "finned", "sashimi")
]
BY_DAY = ["finned Franken squirmbag", "mutant squirmbag", "sashimi Franken whale"]


def on_six_by_six() -> Position:
    puzzle = next(satdoku.generate(1, seed=2, layout="6x6"))
    return satdoku.explain(puzzle, until=2, verify=False).end


def shape_of(bases: tuple[Region, ...], covers: tuple[Region, ...]) -> str:
    one, two = ({h.kind for h in side} & LINES for side in (bases, covers))
    if len(one) > 1 or len(two) > 1 or one & two:
        return "mutant"
    return "basic" if {h.kind for h in (*bases, *covers)} <= LINES else "Franken"


def every_fish(view: View, k: int) -> Iterator[tuple[str, str, frozenset[int]]]:
    """Yield (shape, "", "finned" or "sashimi", what it denies) of all choices of k bases and
    covers, which are fish by definition."""
    for d in range(1, view.n + 1):
        places = {h: set(ones(h.bits & view.at[d])) for h in view.houses if h.bits & view.at[d]}
        for bases, covers in product(combinations(places, k), repeat=2):
            inside = {p for h in bases for p in places[h]}
            if {*bases} & {*covers} or not all(inside & places[h] for h in covers):
                continue
            held, over = (Counter(p for h in side for p in places[h]) for side in (bases, covers))
            fins = {p for p in held if held[p] > over[p]}
            gone = {p for p in over if over[p] > held[p]}
            gone &= set(ones(view.seen_by_all(bits_of(fins))))
            # What goes is in one cover and in no base, else a smaller fish denies it; and each
            # other cover has a place in the bases that it does not see.
            needed = any(
                all(
                    (places[h] & inside) - {*ones(view.sees[z])}
                    for h in covers
                    if z not in places[h]
                )
                for z in gone
                if (over[z], held[z]) == (1, 0)
            )
            short = any(len(places[h] & over.keys() - fins) < 2 for h in bases)
            # A base of one place is a hidden single, and no fish without fins.
            if needed and (fins or min(len(places[h]) for h in bases) > 1):
                denied = frozenset(view.vs(bits_of(gone), d))
                yield (
                    shape_of(bases, covers),
                    "" if not fins else ("sashimi" if short else "finned"),
                    denied,
                )


def test_every_fish_of_two_bases_is_found() -> None:
    view = View(on_six_by_six())
    wanted = {*every_fish(view, 2)}
    found = {
        (shape, fins, frozenset(step.denied))
        for shape in ("Franken", "mutant")
        for fins in ("", "finned", "sashimi")
        for step in fish(view, (2, shape, fins))
    }
    assert found == {one for one in wanted if one[0] != "basic"} and len(found) > 20


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("shape", ["basic", "Franken", "mutant"])
@pytest.mark.parametrize("fins", ["finned", "sashimi"])
def test_the_judge_accepts_what_is_found_and_nothing_else(k: int, shape: str, fins: str) -> None:
    position = on_six_by_six()
    size = {2: "X-wing", 3: "swordfish"}[k]
    agree(position, f"{fins} {shape} {size}".replace("basic ", ""), range(1, 217))


@pytest.mark.parametrize(
    "name",
    by_night_but(LARGE, "finned Franken squirmbag", "mutant squirmbag", "sashimi Franken whale"),
)
def test_the_judge_refuses_a_large_fish_that_is_none(name: str) -> None:
    position = state_of(examples()[name].position).position
    denied = next(steps_at(position, name)).denied
    _, digit = position.layout.cell_and_digit(denied[0])
    step = 18 if name.endswith("whale") else 9  # of these every second cell
    agree(position, name, range(digit, 730, step))


def agree(position: Position, name: str, variables: range) -> None:
    """Assert that the judge accepts just the denials that the search lists of these variables."""
    names = [name]
    if name.startswith(("finned Franken", "finned mutant")):  # the judge takes HoDoKu's word
        names.append(name.replace("finned", "sashimi"))
    said = {v for step in steps_at(position, *names) for v in step.denied}
    judge = judge_of(name)
    assert judge
    accepted = {v for v in variables if position.is_open(v) and judge(position, -v, ())}
    assert accepted == said & {*variables}
