"""Constraints placed on random grids, and the puzzles that are made of them."""

from itertools import pairwise
from pathlib import Path

import pytest

import satdoku
from satdoku import Layout, Puzzle, PuzzleError, Theory
from satdoku.backends import open_backend
from satdoku.backends.assuming import Ruled
from satdoku.constraints.evaluate import keeps
from satdoku.constraints.registry import KINDS
from satdoku.kernels import library
from satdoku.operations.minimizing import is_logic_solvable
from satdoku.operations.random_grids import draw_grid
from satdoku.operations.symmetry import maps
from satdoku.operations.variant_generation import (
    Arrangement,
    generated_kinds,
    place_constraints,
    with_kinds,
)
from satdoku.operations.variant_puzzles import VariantDraft
from satdoku.random_stream import RandomStream

SMALL = Layout.of_size(6)
GENERATED = [name for name in generated_kinds() if name in KINDS]
BOARD = [name for name in GENERATED if KINDS[name].placement.shape == "board"]


@pytest.mark.slow_cases("full-rank", "sum-line", "region-sum-line", "equal-sums")
@pytest.mark.parametrize("name", sorted(set(GENERATED) - set(BOARD)))
def test_the_grid_keeps_what_is_placed_on_it(name):
    for layout, seed in ((SMALL, 1), (Layout.boxes(3, 3), 2)):
        grid = draw_grid(layout, RandomStream(seed))
        placed = place_constraints((name,), grid, RandomStream(seed, 7))
        assert {c.kind for c in placed} <= {name}
        ruled = Puzzle(grid.cells, layout.with_constraints(*placed))
        judge = open_backend("minicard", Theory.of(ruled.layout))
        assert list(judge.completions(ruled.givens, limit=1))
    assert placed


@pytest.mark.parametrize("name", ["thermometer", "renban", "arrow"])
def test_lines_go_from_cell_to_cell_and_never_cross(name):
    layout = Layout.boxes(3, 3)
    lines = [
        c.cells
        for c in place_constraints((name,), draw_grid(layout, RandomStream(3)), RandomStream(3))
    ]
    cells = [cell for line in lines for cell in line]
    assert len(lines) > 3 and len(cells) == len(set(cells))
    squares = []
    for line in lines:
        for a, b in pairwise(line):
            down, across = b // 9 - a // 9, b % 9 - a % 9
            assert max(abs(down), abs(across)) == 1
            if down and across:
                squares.append((min(a // 9, b // 9), min(a % 9, b % 9)))
    assert len(squares) == len(set(squares))


@pytest.mark.parametrize("symmetry", ["none", "half-turn", "diagonal", "quarter-turn"])
def test_cages_are_in_one_piece_symmetric_and_tile_the_board(symmetry):
    layout = Layout.boxes(3, 3)
    grid = draw_grid(layout, RandomStream(1))
    like = Arrangement(symmetry=symmetry)
    cages = [set(c.cells) for c in place_constraints(("killer",), grid, RandomStream(1), like)]
    assert sum(map(len, cages)) == len(set().union(*cages)) == 81
    for move in maps(symmetry, layout.places):
        assert all({move[cell] for cell in cage} in cages for cage in cages)
    for cage in cages:
        assert len({grid.cells[cell] for cell in cage}) == len(cage)
        reached = {min(cage)}
        for _ in cage:
            reached |= {
                b for a in reached for b in cage if abs(a // 9 - b // 9) + abs(a % 9 - b % 9) == 1
            }
        assert reached == cage and 2 <= len(cage) <= 5


def without(puzzle, k):
    """The puzzle without its constraint number k."""
    rules = puzzle.layout.constraints
    board = puzzle.layout.without_constraints().with_constraints(*rules[:k], *rules[k + 1 :])
    return Puzzle(puzzle.cells, board)


@pytest.mark.parametrize("kind", ["killer", "thermometer,kropki", "anti-king,arrow", "sandwich"])
@pytest.mark.parametrize("keep", ["proper", "logic"])
def test_puzzles_of_a_kind_are_irreducible_over_givens_and_constraints(kind, keep):
    holds = is_logic_solvable
    if keep == "proper":

        def holds(puzzle):
            return satdoku.count(puzzle, limit=2, engine="cpsat-integers") == 1

    puzzle = next(
        satdoku.generate(seed=4, layout=SMALL, kind=kind, keep=keep, constraints="needed")
    )
    assert holds(puzzle) and puzzle.constraints
    for cell in [cell for cell, digit in enumerate(puzzle.cells) if digit]:
        assert not holds(puzzle.without([cell]))
    for k, constraint in enumerate(puzzle.constraints):
        if constraint.kind not in BOARD:
            assert not holds(without(puzzle, k))


def test_rules_of_the_whole_board_are_the_layouts():
    layout, kinds = with_kinds(SMALL, "anti-knight, killer,kropki")
    assert [c.kind for c in layout.constraints] == ["anti-knight"]
    assert kinds == ("killer", "difference", "ratio")
    plain = list(satdoku.generate(2, seed=5, layout="9x9+anti-knight"))
    assert list(satdoku.generate(2, seed=5, kind="anti-knight")) == plain


def test_puzzle_i_depends_on_seed_i_and_options_alone():
    whole = list(satdoku.generate(3, seed=9, layout=SMALL, kind="killer"))
    assert list(satdoku.generate(1, seed=9, start=2, layout=SMALL, kind="killer")) == whole[2:]
    assert len(set(whole)) == 3


def test_a_killer_without_givens():
    puzzle = next(satdoku.generate(seed=1, kind="killer", keep="proper", clues=(0, 0)))
    assert not puzzle.clues
    assert satdoku.count(puzzle, limit=2, engine="cpsat") == 1


@pytest.mark.slow
def test_a_killer_without_givens_that_the_base_rules_solve():
    puzzle = next(satdoku.generate(seed=3, kind="killer", clues=(0, 0), keep="logic"))
    assert not puzzle.clues and is_logic_solvable(puzzle)
    assert satdoku.count(puzzle, limit=2, engine="cpsat") == 1


def test_what_cannot_be_is_told():
    for kind in ("kiler", "regex", " , "):
        with pytest.raises(PuzzleError):
            next(satdoku.generate(kind=kind))
    with pytest.raises(PuzzleError, match="irreducible"):
        next(satdoku.generate(kind="killer", minimal=False))
    assert {"killer", "kropki", "xv", "anti-knight"} <= set(generated_kinds())


def test_the_page_lists_the_kinds_that_are_generated():
    page = (Path(__file__).parents[2] / "docs" / "generating.md").read_text()
    missing = [k for k in generated_kinds() if f"`{k}`" not in page]
    assert not missing, "add these to the kinds that docs/generating.md lists"
    listed = page.partition("Kinds that can be generated:")[2].partition(".\n")[0]
    for kind in listed.split("`")[1::2]:
        assert with_kinds(Layout.of_size(9), kind), kind


def test_a_rule_that_cannot_be_placed_at_random_is_told_from_an_unknown_one() -> None:
    with pytest.raises(satdoku.PuzzleError, match="write it into the layout yourself"):
        next(satdoku.generate(1, kind="yin-yang"))
    with pytest.raises(satdoku.PuzzleError, match="unknown kind to generate 'nonsense'"):
        next(satdoku.generate(1, kind="nonsense"))


def clues_of(kind, like, seed=1):
    """The cells of the constraints that are placed on a random 9×9 grid."""
    grid = draw_grid(Layout.boxes(3, 3), RandomStream(seed))
    return grid, [c.cells for c in place_constraints((kind,), grid, RandomStream(seed), like)]


@pytest.mark.parametrize(
    ("side", "first"),
    [
        ("top", [(0, c) for c in range(9)]),
        ("left", [(r, 0) for r in range(9)]),
        ("bottom", [(8, c) for c in range(9)]),
        ("right", [(r, 8) for r in range(9)]),
    ],
)
def test_clues_outside_stand_on_the_chosen_sides(side, first):
    _, lines = clues_of("x-sum", Arrangement(sides=(side,)))
    assert [divmod(cells[0], 9) for cells in lines] == first
    assert all(len(cells) == 9 for cells in lines)
    _, diagonals = clues_of("little-killer", Arrangement(sides=(side,)))
    assert diagonals and {divmod(cells[0], 9) for cells in diagonals} <= set(first)


def test_cages_of_one_sum_have_that_sum():
    grid, cages = clues_of("killer", Arrangement(total=12))
    assert len(cages) > 5
    assert all(sum(grid.cells[cell] for cell in cage) == 12 for cage in cages)


def test_lines_and_marks_stay_on_the_cells_of_a_mask():
    corner = frozenset(9 * r + c for r in range(6) for c in range(6))
    for kind in ("thermometer", "difference", "killer", "quadruple"):
        _, placed = clues_of(kind, Arrangement(cells=corner))
        assert placed and corner.issuperset(cell for cells in placed for cell in cells)


def test_lines_share_cells_only_if_that_is_allowed():
    _, lines = clues_of("thermometer", Arrangement(crossing=True))
    cells = [cell for line in lines for cell in line]
    assert len(cells) > len(set(cells))


@pytest.mark.parametrize("kind", ["full-kropki", "full-xv"])
def test_full_marks_are_all_that_the_solution_has(kind):
    puzzle = next(satdoku.generate(seed=1, layout=SMALL, kind=kind, clues=(0, 4)))
    assert puzzle.clues <= 4 and satdoku.count(puzzle, limit=2, engine="cpsat-integers") == 1
    grid = satdoku.solution(puzzle).cells
    marked = {frozenset(c.cells) for c in puzzle.constraints if c.cells}
    for a in range(36):
        for b in [a + 1] * (a % 6 < 5) + [a + 6] * (a < 30):
            d, e = grid[a], grid[b]
            is_marked = d + e in (5, 10)
            if kind == "full-kropki":
                is_marked = abs(d - e) == 1 or d == 2 * e or e == 2 * d
            assert (frozenset((a, b)) in marked) == is_marked


@pytest.mark.slow_cases("arrow", "whisper")
@pytest.mark.parametrize("kind", ["killer", "arrow", "numbered-room", "whisper"])
def test_few_givens_are_enough_and_another_engine_finds_one_solution(kind):
    puzzle = next(satdoku.generate(seed=2, kind=kind, clues=(0, 3)))
    assert puzzle.clues <= 3 and satdoku.count(puzzle, limit=2, engine="cpsat-integers") == 1


def test_as_many_givens_as_are_wanted_are_kept():
    puzzle = next(satdoku.generate(seed=1, layout=SMALL, kind="killer", clues=(5, 6)))
    assert puzzle.clues in (5, 6)


@pytest.mark.slow
def test_rules_under_which_digits_can_be_exchanged_need_more_givens():
    for kind, needed in (("palindrome", 8), ("odd-even", 7)):
        with pytest.raises(satdoku.GenerationError, match=f"at least {needed} givens are needed"):
            next(satdoku.generate(kind=kind, clues=(0, 3)))


def test_an_unknown_side_and_an_arrangement_without_a_kind_are_refused():
    with pytest.raises(PuzzleError, match="unknown side 'above'"):
        next(satdoku.generate(kind="x-sum", sides=["above"]))
    with pytest.raises(PuzzleError, match="need a kind"):
        next(satdoku.generate(crossing=True))


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [("arrow", {"level": "tricky"}), ("renban", {"needs": "renban must contain"})],
)
def test_lines_are_exchanged_until_few_givens_are_enough(kind, wanted):
    (puzzle,) = satdoku.generate(1, seed=1, kind=kind, clues=(0, 3), **wanted)
    assert puzzle.clues <= 3 and {c.kind for c in puzzle.constraints} == {kind}
    assert satdoku.count(puzzle, limit=2) == 1
    used = [cell for c in puzzle.constraints for cell in c.cells]
    assert len(used) == len(set(used))
    names = {step.name for step in satdoku.explain(puzzle).steps}
    if "needs" in wanted:
        # the technique's own name, where a step of it has no name of one kind of rule
        assert names & {wanted["needs"], "two rules together"}
    else:
        assert satdoku.rate(puzzle).label == "tricky"


def test_thermometers_rise_along_at_least_three_cells():
    grid = draw_grid(Layout.boxes(3, 3), RandomStream(4))
    for line in place_constraints(("thermometer",), grid, RandomStream(4)):
        digits = [grid.cells[cell] for cell in line.cells]
        assert digits == sorted(set(digits)) and len(digits) >= 3


def test_new_lines_keep_clear_of_those_that_are_kept():
    grid = draw_grid(Layout.boxes(3, 3), RandomStream(4))
    kept = place_constraints(("thermometer",), grid, RandomStream(4))[:5]
    more = place_constraints(("arrow",), grid, RandomStream(5), kept=kept)
    assert more
    assert {c for line in kept for c in line.cells}.isdisjoint(
        c for line in more for c in line.cells
    )


@pytest.mark.parametrize("name", ["killer", "thermometer", "anti-knight"])
def test_puzzles_with_rules_are_the_same_without_compiled_kernels(name, monkeypatch):
    if library.current() is None:
        pytest.skip("there are no compiled kernels to compare with")
    options = {"kind": name, "layout": "4x4", "keep": "proper", "seed": 3}
    made = list(satdoku.generate(2, **options))
    monkeypatch.setattr(library, "current", lambda: None)
    assert list(satdoku.generate(2, **options)) == made


def test_grids_with_rules_are_drawn_on_masks_and_keep_the_rules():
    for layout in ("9x9+anti-knight", "6x6+non-consecutive", "9x9+killer:6:r1c1,r1c2,r1c3"):
        grids = list(satdoku.generate(3, seed=1, layout=layout, grid=True))
        assert len({grid.line for grid in grids}) == 3
        assert grids[2] == satdoku.random_grid(layout, seed=1, index=2)
        for grid in grids:
            assert all(keeps(grid.cells, c, grid.layout) for c in grid.layout.constraints)
    with pytest.raises(satdoku.GenerationError, match="has no grid"):
        satdoku.random_grid("4x4+killer:3:r1c1,r1c2+killer:4:r1c1,r1c2")


def test_a_draft_answers_as_the_clauses_of_the_same_rules_do():
    stream = RandomStream(6)
    for _ in range(5):
        draft = VariantDraft(("killer", "thermometer"), draw_grid(SMALL, stream), "proper", stream)
        judge = Ruled(SMALL.with_constraints(*draft.constraints)).forbid(draft.grid.givens)
        for _ in range(10):
            on = [k for k in range(len(draft.constraints)) if stream.below(4)]
            cells = [cell for cell in range(36) if not stream.below(6)]
            givens = [draft.grid.givens[cell] for cell in cells]
            other = judge.completion([*givens, *(judge.selectors[k] for k in on)])
            assert draft.holds(cells, [draft.constraints[k] for k in on]) == (other is None)
