"""Any exact cover is a theory: every engine finds its solutions, and they have known numbers."""

from importlib import import_module
from itertools import combinations

import pytest

import satdoku
from satdoku import EngineError, Layout, PuzzleError, Theory
from satdoku.backends import open_backend

PLACES = [(row, column) for row in range(6) for column in range(6)]
OPTIONS = [(f"row {r}", f"column {c}", f"up {r + c}", f"down {r - c}") for r, c in PLACES]
QUEENS = Theory.exact_cover(OPTIONS, {item for option in OPTIONS for item in option[2:]})
ENGINES = ["auto", "native", "dlx", "glucose4", "minicard", "cadical153", "cpsat"]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_four_ways_to_place_six_queens(engine):
    found = list(satdoku.solutions(QUEENS, engine=engine))
    assert len(found) == len(set(found)) == 4
    for taken in found:
        queens = [PLACES[option - 1] for option in taken]
        assert len(queens) == 6
        for (r, c), (s, d) in combinations(queens, 2):
            assert len({r, s}) == len({c, d}) == len({r + c, s + d}) == len({r - c, s - d}) == 2


@pytest.mark.parametrize(("n", "number"), [(2, 0), (3, 2), (4, 2), (5, 0), (7, 52)])
def test_langford(n, number):
    options = [
        (f"{k}", f"at {at}", f"at {at + k + 1}")
        for k in range(1, n + 1)
        for at in range(2 * n - k - 1)
    ]
    assert sum(1 for _ in satdoku.solutions(Theory.exact_cover(options))) == number


@pytest.mark.parametrize("engine", ENGINES)
def test_asserted_options_are_taken(engine):
    [some, *_] = satdoku.solutions(QUEENS, limit=1)
    first = min(some)
    found = list(satdoku.solutions(QUEENS, asserted=[first], engine=engine))
    assert found
    assert all(first in taken for taken in found)
    assert list(satdoku.solutions(QUEENS, asserted=[1], engine=engine)) == []  # no corner of six


def test_an_engine_of_another_theory_is_refused():
    other = Theory.exact_cover([["a"]])
    with pytest.raises(EngineError, match="different board"):
        satdoku.solutions(QUEENS, engine=open_backend("native", other))
    for limit in (-1, 0):
        with pytest.raises(PuzzleError, match=f"limit {limit}: choose a whole number, 1 or more"):
            satdoku.solutions(QUEENS, limit=limit)


def test_solutions_of_text_are_boards():
    [one, *more] = satdoku.solutions("12..34..........")
    assert one.layout == Layout.of_size(4)
    assert len(more) == 11


def test_encodings_and_engines_as_values():
    listed = satdoku.cnf_encodings("4x4")
    assert repr(listed) == f"<{len(listed)} encodings>"
    sizes = {row.name: (row.variables, row.clauses) for row in listed}
    assert sizes["pairwise"] == (64, 448)
    assert listed.record()["encodings"][0]["encoding"] == "minimal"
    assert len(listed.text().splitlines()) == len(sizes) + 1
    assert import_module("satdoku.encodings") is satdoku.encodings
    assert repr(satdoku.cnf_encodings()) == repr(satdoku.cnf_encodings("9x9"))
    found = satdoku.engines()
    assert {"native", "dlx"} <= {engine.name for engine in found if engine.installed}
    assert found.text().splitlines()[1].startswith("auto")
    assert found.record()["engines"][0]["name"] == "auto"
    assert repr(found) == f"<{len(found)} engines>"
