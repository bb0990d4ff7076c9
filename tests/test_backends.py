"""Every engine against PySAT on a pairwise encoding written in the tests."""

from collections import Counter
from itertools import islice

import pytest
from oracle import HARD, LAYOUTS, LECTURE, NEFARIOUS, models, puzzle

from satdoku import EngineError, Layout, Puzzle, Theory, random_grid
from satdoku.backends import ENGINES, open_backend
from satdoku.operations.minimizing import givens_of, remove_inessential
from satdoku.random_stream import RandomStream

LIMIT = 12


def mixed_puzzles(name: str, count: int) -> list[Puzzle]:
    """Puzzles with 0, 1, 2 and many solutions, the empty board among them."""
    layout = Layout.named(name)
    theory = Theory.of(layout)
    made = [Puzzle((0,) * layout.cell_count, layout)]
    for i in range(count - 1):
        stream = RandomStream(2026, i)
        grid = random_grid(layout, seed=i)
        proper = remove_inessential(grid, "proper", "none", stream)
        given = givens_of(proper)[stream.below(proper.clue_count)]
        other = Puzzle.from_variables(
            min(models(theory, proper.without([given]).givens, 2)), layout
        )
        wrong = list(grid.cells if i % 5 == 4 else proper.cells)
        wrong[given] = wrong[given] % layout.size + 1
        made.append(
            [
                proper,
                grid.without(c for c, d in enumerate(other.cells) if d != grid.cells[c]),
                proper.without(givens_of(proper)[:2]),
                Puzzle(tuple(wrong), layout),
                Puzzle(tuple(wrong), layout).without(range(0, layout.cell_count, 3)),
            ][i % 5]
        )
    return made


@pytest.mark.parametrize("name", LAYOUTS)
def test_all_engines_agree_with_pysat(name):
    theory = Theory.of(Layout.named(name))
    engines = {engine: open_backend(engine, theory) for engine in ENGINES}
    seen = Counter()
    for board in mixed_puzzles(name, 65):
        expected = models(theory, board.givens, LIMIT)
        seen[min(len(expected), 3)] += 1
        for engine, backend in engines.items():
            found = list(islice(backend.completions(board.givens), LIMIT))
            assert len(found) == len(set(found)) == len(expected), (engine, board.line)
            if len(expected) < LIMIT:
                assert set(found) == expected, (engine, board.line)
            else:
                for completion in found:
                    assert set(board.givens) <= set(completion)
                    assert len(models(theory, completion, 2)) == 1
    assert set(seen) == {0, 1, 2, 3}


@pytest.mark.parametrize("engine", ENGINES)
def test_the_288_grids_of_the_4x4_board(engine):
    completions = list(open_backend(engine, Theory.of(Layout.of_size(4))).completions(()))
    assert len(set(completions)) == len(completions) == 288


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("line", [LECTURE, HARD, NEFARIOUS])
def test_the_puzzles_of_the_seeds_are_proper(engine, line):
    completions = list(open_backend(engine, Theory.of(Layout.of_size(9))).completions(
        puzzle(line).givens))  # fmt: skip
    assert len(completions) == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_completions_are_lazy_and_searches_independent(engine):
    backend = open_backend(engine, Theory.of(Layout.of_size(9)))
    first, second = backend.completions(()), backend.completions((1,))
    a, b = next(first), next(second)
    assert len(a) == len(b) == 81
    assert b[0] == 1
    assert next(first) != a


@pytest.mark.parametrize("engine", ENGINES)
def test_statistics_tell_that_search_was_needed(engine):
    backend = open_backend(engine, Theory.of(Layout.of_size(9)))
    assert len(list(backend.completions(puzzle(NEFARIOUS).givens))) == 1
    assert backend.statistics.decisions > 0


def test_an_unknown_engine_is_named_with_its_neighbours():
    with pytest.raises(EngineError, match="did you mean native"):
        open_backend("nativ", Theory.of(Layout.of_size(4)))


@pytest.mark.parametrize("engine", ENGINES)
def test_real_puzzles_have_one_solution(engine, real_puzzles):
    backend = open_backend(engine, Theory.of(Layout.of_size(9)))
    some = real_puzzles("top1465.txt")[::150] + real_puzzles("websudoku-hard-17.txt")
    for board in some:
        assert len(list(islice(backend.completions(board.givens), 2))) == 1
