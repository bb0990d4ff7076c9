"""Boards with the rules of a variant: every door honours the rules, or refuses in one line."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

import satdoku
from satdoku import Layout, LayoutError, Puzzle, Theory
from satdoku.backends import open_backend
from satdoku.inference.deduction import Deduction

#: A Latin square of size 4 with two cages, an arrow and a thermometer: 4 rows, 4 columns, 4 boxes.
SMALL = Layout.named("4x4+killer:3:r1c1,r1c2+thermometer:r2c1,r2c2+pair-sum:5:r4c3,r4c4")


def empty(layout):
    return Puzzle((0,) * layout.cell_count, layout)


def by_hand(layout):
    """All grids of the board without its rules that keep the rules of SMALL."""
    plain = empty(layout.without_constraints())
    for grid in satdoku.solutions(plain, engine="dlx"):
        c = grid.cells
        if c[0] + c[1] == 3 and c[4] < c[5] and c[14] + c[15] == 5:
            yield c


@pytest.mark.parametrize(
    "engine", ["auto", "native", "dlx", "glucose4", "minicard", "cpsat", "cpsat-integers"]
)
def test_every_engine_honours_the_rules(engine):
    wanted = sorted(by_hand(SMALL))
    found = sorted(grid.cells for grid in satdoku.solutions(empty(SMALL), engine=engine))
    assert 0 < len(wanted) < 288
    assert found == wanted


@pytest.mark.parametrize("encoding", ["pairwise", "product", "commander", "triads"])
def test_every_encoding_honours_the_rules(encoding):
    theory = Theory.of(SMALL)
    found = open_backend("glucose4", theory, encoding).completions(())
    assert len({theory.on_board(completion) for completion in found}) == len(list(by_hand(SMALL)))


def test_the_miracle_sudoku_of_two_givens_is_proper():
    layout = Layout.named("9x9+anti-knight+anti-king+non-consecutive")
    cells = [0] * 81
    cells[4 * 9 + 2], cells[5 * 9 + 6] = 1, 2
    puzzle = Puzzle(tuple(cells), layout)
    assert satdoku.count(puzzle, limit=2) == 1
    assert satdoku.count(Puzzle(tuple(cells)), limit=2) == 2
    assert satdoku.solve(puzzle).line.startswith("483726159726159483159483726")


def test_arrays_of_boards_honour_the_rules():
    wanted = sorted(by_hand(SMALL))
    solved = satdoku.batch.solve([empty(SMALL)], limit=1000)
    assert solved.counts.tolist() == [len(wanted)]
    grids = np.array(wanted, np.uint8)
    assert (satdoku.batch.solve(grids, layout=SMALL).counts == 1).all()
    others = [g.cells for g in satdoku.solutions(empty(SMALL.without_constraints()))]
    broken = np.array([g for g in others if g not in wanted][:5], np.uint8)
    assert (satdoku.batch.solve(broken, layout=SMALL).counts == 0).all()


def test_a_full_board_decides_every_helper_by_the_base_rules():
    layout = Layout.named(
        "4x4+sum:9:r1c1-r1c3,r2c1+skyscraper:2:r1c1-r1c4+sandwich:2:r2c1-r2c4"
        "+or(candidates:1:r1c1|palindrome:r1c1,r2c3,r3c1)+renban:r3c1,r3c2,r4c1"
    )
    theory = Theory.of(layout)
    found = 0
    for grid in satdoku.solutions(empty(layout.without_constraints())):
        deduction = Deduction(theory)
        if deduction.extend(list(grid.givens)):
            assert deduction.is_complete
            found += 1
    assert found == satdoku.count(empty(layout), engine="minicard")


def test_generated_and_minimised_puzzles_keep_the_rules():
    layout = Layout.named("6x6+anti-king")
    puzzle = next(satdoku.generate(seed=1, layout=layout))
    assert puzzle.layout == layout
    assert satdoku.count(puzzle, engine="cpsat") == 1
    assert satdoku.is_proper(satdoku.minimize(satdoku.solve(puzzle), keep="proper"))


def test_a_layout_with_rules_is_another_layout_and_keeps_them():
    plain = SMALL.without_constraints()
    assert plain != SMALL and not plain.constraints
    assert pickle.loads(pickle.dumps(empty(SMALL))) == empty(SMALL)
    assert Layout.named(SMALL.name) == SMALL
    assert replace(SMALL) == SMALL and hash(replace(SMALL)) == hash(SMALL)
    assert "3 rules" in repr(empty(SMALL))
    assert empty(SMALL).constraints == SMALL.constraints
    with pytest.raises(satdoku.EngineError):
        satdoku.count(empty(SMALL), engine=open_backend("native", Theory.of(plain)))


@pytest.mark.parametrize(
    "name",
    [
        "9x9+from-0+killer:8:r1c1,r1c2",
        "9x9/jigsaw:" + "".join(str(1 + i // 9) for i in range(81)) + "+anti-knight",
        "9x9+diagonal+or(candidates:1,2:r1c1|killer:9:r1c1-r1c3&odd:r5c5|or(even:r9c9))",
        "9x9+regex:'%2812%7C21%29%2A.%2A':r1c1-r9c9",
        "9x9+sum:-3,1,-1:r1c1,r9c9+no-other-dots",
    ],
)
def test_names_tell_all_and_are_read_back(name):
    layout = Layout.named(name)
    assert Layout.named(layout.name) == layout
    assert layout.name.endswith(name.split("/jigsaw")[0][4:]) or "jigsaw" in name


def test_digits_from_0_are_worth_what_they_show():
    layout = Layout.named("4x4+from-0+killer:0:r1c1")
    assert layout.digits == range(4) and layout.symbols == "0123"
    assert {grid.line[0] for grid in satdoku.solutions(empty(layout))} == {"0"}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("9x9+anti-knigt", "did you mean anti-knight"),
        ("9x9+killer:13:r1c10", "not a cell of the board"),
        ("9x9+killer:13,14:r1c1", "takes at most 1 number, not 2"),
        ("9x9+sandwich:r1c1-r1c9", "takes 1 numbers"),
        ("9x9+thermometer:r1c1", "takes 2 or more cells"),
        ("9x9+anti-knight:r1c1", "takes no cells"),
        ("9x9+killer:x:r1c1", "is not a constraint"),
        ("9x9+killer:5:r1c1-r3c2", "not a straight line"),
        ("9x9+or(foo:r1c1)", r"inside or\(…\), which takes rules such as .*: unknown rule 'foo'"),
        ("9x9+or(arrow:r1c1|anti-king)", r"inside or\(.*: arrow takes 2 or more cells"),
        ("9x9+" + "or(" * 5000 + ")" * 5000, "deep within each other"),
    ],
)
def test_a_bad_rule_is_told_in_a_line(name, said):
    with pytest.raises(LayoutError, match=said):
        Layout.named(name)


@pytest.mark.parametrize(
    "name",
    [
        "regex:'(1':r1c1-r1c3",
        "arrow:4:r1c1,r1c2",
        "same-values:2:r1c1-r1c3",
        "or()",
        "renban:r1c1,r1c1,r1c2",
        "automaton:'a 1':r1c1",
        "sum:1,2:r1c1-r1c3",
    ],
)
def test_a_rule_without_sense_is_told_when_it_is_used(name):
    with pytest.raises(LayoutError):
        Theory.of(Layout.named(f"9x9+{name}"))


def test_a_certificate_without_the_rules_is_none_for_the_board_with_them():
    plain = Puzzle(next(satdoku.solutions(empty(SMALL))).cells, SMALL.without_constraints())
    line = satdoku.certify(plain).line
    assert satdoku.verify(line, layout=SMALL.without_constraints()).outcome == "right"
    assert satdoku.verify(line, layout=SMALL).outcome == "wrong"


def test_rules_without_helper_variables_go_the_compiled_way():
    """Anti-knight needs none: the kernels for any theory honour it."""
    from satdoku.kernels.any_theory.theory_tasks import AnyTheory

    layout = Layout.named("9x9+anti-knight")
    theory = Theory.of(layout)
    assert not theory.helper_names
    puzzles = list(satdoku.generate(3, seed=5, layout=layout))
    boards = np.array([p.cells for p in puzzles], np.uint8)
    solved = AnyTheory(theory).solve(boards, 2, True)
    assert solved.counts.tolist() == [1, 1, 1]
    assert [satdoku.solve(p).cells for p in puzzles] == [
        tuple(s) for s in solved.solutions.tolist()
    ]
    knight = solved.solutions.reshape(3, 9, 9)
    assert not (knight[:, :-1, :-2] == knight[:, 1:, 2:]).any()
    assert not (knight[:, :-2, 1:] == knight[:, 2:, :-1]).any()


def test_cpsats_own_model_gives_whole_completions():
    theory = Theory.of(SMALL)
    assert theory.helper_names
    found = [
        set(open_backend(engine, theory).completions(())) for engine in ("native", "cpsat-integers")
    ]
    assert found[0] == found[1] and found[0]


@pytest.mark.parametrize("patience", [0, 1])
def test_auto_takes_turns_and_finds_each_completion_once(monkeypatch, patience):
    """Without patience the SAT solvers give up at once, and CP-SAT finds all."""
    from satdoku.backends import auto

    engines = (("minicard", patience), ("gluecard4", patience), (auto.WORDS, 12))
    monkeypatch.setattr(auto, "TURNS", ((0, engines),))
    turns = []
    usual = auto.Auto._turn
    monkeypatch.setattr(auto.Auto, "_turn", lambda self, k: turns.append(k) or usual(self, k))
    monkeypatch.setattr(auto, "LISTING", 0)
    theory = Theory.of(SMALL)
    found = list(open_backend("auto", theory).completions(()))
    assert len(found) == len(set(found))
    assert set(found) == set(open_backend("native", theory).completions(()))
    assert turns == ([0, 1, 2] if patience == 0 else [0])
    limited = list(open_backend("auto", theory).completions((), limit=3))
    assert len(set(limited)) == 3


def test_auto_ends_in_time_where_no_turn_decides(monkeypatch):
    from satdoku.backends import auto

    monkeypatch.setattr(auto, "LISTING", 0)
    monkeypatch.setattr(auto, "MASKS", 0)
    monkeypatch.setattr(auto, "TURNS", ((0, (("minicard", 0), (auto.WORDS, 0))),))
    backend = open_backend("auto", Theory.of(SMALL))
    with pytest.raises(satdoku.TimeLimitReached, match=r"within 0\.3 s"):
        list(backend.completions((), time_limit=0.3))
