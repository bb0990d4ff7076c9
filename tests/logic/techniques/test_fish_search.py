"""The search for fish leaves no fish out: against all choices of bases and covers."""

from __future__ import annotations

from itertools import combinations

import pytest

import satdoku
from satdoku.logic.techniques.fish import general_fish as fish
from satdoku.logic.view import View


@pytest.mark.parametrize("shape", ["Franken", "mutant"])
@pytest.mark.parametrize("fins", ["", "finned", "sashimi"])
def test_every_fish_of_two_bases_is_found(shape: str, fins: str) -> None:
    puzzle = next(satdoku.generate(1, seed=2, layout="6x6"))
    view = View(satdoku.explain(puzzle, until=2, verify=False).end)
    found = {step.denied for step in fish.fish(view, (2, shape, fins))}
    wanted = set()
    for d in range(1, view.n + 1):
        # A base of one place is a hidden single, and no fish without fins.
        least = 1 if fins else 2
        usable = [h for h in view.houses if (h.bits & view.at[d]).bit_count() >= least]
        for bases in combinations(usable, 2):
            for covers in combinations(view.houses, 2):
                judged = not set(bases) & set(covers) and fish._judged(
                    view, d, bases, covers, shape, fins
                )
                if judged:
                    wanted.add(view.vs(judged[0], d))
    assert found == wanted and found
