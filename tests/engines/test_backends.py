"""Every engine against PySAT on a pairwise encoding written in the tests."""

import shutil
from collections.abc import Iterator
from importlib.metadata import version
from itertools import count, islice, product
from pathlib import Path

import pytest

import satdoku
from satdoku import (
    EncodingError,
    EngineError,
    Layout,
    Puzzle,
    Theory,
    TimeLimitReached,
    random_grid,
)
from satdoku.backends import auto, masks, open_backend
from satdoku.backends.base import Clock
from satdoku.backends.inventory import inventory
from satdoku.backends.registry import ENGINES as ALL_ENGINES
from satdoku.backends.registry import OWN_PROCESS
from satdoku.encodings.cnf.registry import ENCODINGS
from satdoku.kernels import library
from satdoku.operations.minimizing import givens_of, remove_inessential
from satdoku.random_stream import RandomStream
from tests.marks import slow_but
from tests.oracle import (
    HARD,
    JIGSAW_6,
    LAYOUTS,
    LECTURE,
    LECTURE_SOLUTION,
    NEFARIOUS,
    models,
    puzzle,
)

LIMIT = 12
RULED = Layout.named("4x4+killer:3:r1c1,r1c2+thermometer:r2c1,r2c2")
NOT_BUILT = ("cryptosat", "minisatgh")
ENGINES = [name for name in ALL_ENGINES if name not in NOT_BUILT]
#: engines by Debian package; those in a process of their own start slowly
EXTERNAL = {
    "minisat": "minisat",
    "cadical -q": "cadical",
    "picosat": "picosat",
    "cryptominisat5 --verb 0": "cryptominisat",
    "clasp": "clasp",
}
CNF_ENGINES = [
    name
    for name, (module, *_) in ALL_ENGINES.items()
    if module == "pysat" and name not in (*NOT_BUILT, "minicard", "gluecard3", "gluecard4")
]
FIVE = ["4x4", "6x6", JIGSAW_6, "6x6+house:r1c1,r2c3,r3c5", "8x8"]


def with_two_solutions(proper: Puzzle, given: int) -> tuple[Puzzle, list[Puzzle]] | None:
    """The puzzle without a given, and with more cells of its solutions until just two are left.

    dlx, unlike the kept solver of `models`, always finds the same solutions first. None where no
    digit of a cell is in just two of three solutions.
    """
    board, search = proper.without([given]), open_backend("dlx", Theory.of(proper.layout))
    while True:
        found = [set(one) for one in islice(search.completions(board.givens), 3)]
        if len(found) == 2:
            return board, [Puzzle.from_variables(sorted(one), board.layout) for one in found]
        shared = sorted(v for v in set.union(*found) if sum(v in one for one in found) == 2)
        if not shared:
            return None
        board = Puzzle.from_variables(sorted([*board.givens, shared[0]]), board.layout)


def mixed_puzzles(name: str) -> Iterator[tuple[int, Puzzle]]:
    """(number of solutions, 3 for more, puzzle) without end, the empty board first."""
    layout = Layout.named(name)
    yield 3, Puzzle((0,) * layout.cell_count, layout)
    for seed in count():
        stream = RandomStream(2026, seed)
        grid = random_grid(layout, seed=seed)
        proper = remove_inessential(grid, "proper", "none", stream)
        given = givens_of(proper)[stream.below(proper.clues)]
        two = with_two_solutions(proper, given)
        if not two:
            continue
        board, solutions = two
        cell = next(c for c in range(layout.cell_count) if len({s.cells[c] for s in solutions}) > 1)
        neither = {*range(1, layout.size + 1)} - {solution.cells[cell] for solution in solutions}
        yield 0, with_digit(board, cell, min(neither))
        yield 1, proper
        yield 2, board
        yield 3, proper.without(givens_of(proper)[:2])  # each of the two had excluded a grid
        yield 0, with_digit(grid, given, grid.cells[given] % layout.size + 1)


def with_digit(board: Puzzle, cell: int, digit: int) -> Puzzle:
    return Puzzle((*board.cells[:cell], digit, *board.cells[cell + 1 :]), board.layout)


@pytest.mark.parametrize(
    "name",
    slow_but(LAYOUTS, "4x4", "6x6"),
)
def test_native_engines_agree_with_pysat(name):
    theory = Theory.of(Layout.named(name))
    engines = {engine: open_backend(engine, theory) for engine in ("native", "dlx", "auto")}
    for number, board in islice(mixed_puzzles(name), 66 if theory.layout.size <= 7 else 16):
        expected = models(theory, board.givens, LIMIT)
        assert min(len(expected), 3) == number, board.line
        for engine, backend in engines.items():
            found = list(islice(backend.completions(board.givens), LIMIT))
            assert len(found) == len(set(found)) == len(expected), (engine, board.line)
            if len(expected) < LIMIT:
                assert set(found) == expected, (engine, board.line)
            else:
                for completion in found:
                    assert set(board.givens) <= set(completion)
                    assert len(models(theory, completion, 2)) == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_the_288_grids_of_the_4x4_board(engine):
    completions = list(open_backend(engine, Theory.of(Layout.of_size(4))).completions(()))
    assert len(set(completions)) == len(completions) == 288


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("line", [LECTURE, HARD, NEFARIOUS])
def test_the_puzzles_of_the_seeds_are_proper(engine, line):
    completions = list(
        open_backend(engine, Theory.of(Layout.of_size(9))).completions(puzzle(line).givens)
    )
    assert len(completions) == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_completions_are_lazy_and_searches_independent(engine):
    backend = open_backend(engine, Theory.of(Layout.of_size(9)))
    first, second = backend.completions(()), backend.completions((1,))
    a, b = next(first), next(second)
    assert len(a) == len(b) == 81
    assert b[0] == 1
    assert next(first) != a


def four_kinds(name: str) -> list[tuple[Puzzle, set]]:
    """A puzzle with no solution, with one, with two and with many, and what PySAT finds."""
    theory = Theory.of(Layout.named(name))
    some = [board for _, board in islice(mixed_puzzles(name), 1, 5)]
    found = [models(theory, board.givens, LIMIT) for board in some]
    assert [min(len(one), 3) for one in found] == [0, 1, 2, 3]
    return list(zip(some, found, strict=True))


@pytest.fixture(scope="module")
def kinds() -> dict[str, list[tuple[Puzzle, set]]]:
    return {name: four_kinds(name) for name in FIVE}


def assert_agrees(engine: str, encoding: str | None, kinds, layouts=FIVE) -> None:
    for name in layouts:
        backend = open_backend(engine, Theory.of(Layout.named(name)), encoding)
        for board, expected in kinds[name]:
            found = list(backend.completions(board.givens, limit=LIMIT))
            assert len(found) == len(set(found)) == len(expected), (engine, encoding, board.line)
            if len(expected) < LIMIT:
                assert set(found) == expected
        backend.close()


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_agrees_on_five_layouts(engine, kinds):
    assert_agrees(engine, None, kinds)


PAIRS = list(product(CNF_ENGINES, ENCODINGS))


@pytest.mark.parametrize(("engine", "encoding"), slow_but(PAIRS, *PAIRS[::3]))
def test_every_engine_with_every_encoding_agrees_on_five_layouts(engine, encoding, kinds):
    """On the largest board each encoding meets one engine, and each engine its own encoding."""
    assert_agrees(engine, encoding, kinds, FIVE if engine == CNF_ENGINES[0] else FIVE[:-1])


#: Pairs of a program and an encoding: by night all, by day each third encoding, each sixth of those
#: that start slowly.
PROGRAM_PAIRS = [
    pytest.param(engine, encoding, marks=pytest.mark.nightly if by_night else ())
    for engine in [*EXTERNAL, *OWN_PROCESS]
    for number, encoding in enumerate(ENCODINGS)
    for by_night in [number % (6 if engine in OWN_PROCESS else 3) > 0]
]


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "encoding"), PROGRAM_PAIRS)
def test_every_program_with_every_encoding_agrees_on_five_layouts(engine, encoding, kinds):
    """Those in a process of their own take long: they meet a second board with some encodings."""
    needs_program(engine)
    layouts = FIVE if engine in EXTERNAL else FIVE[:1]
    if engine not in EXTERNAL and encoding in [*ENCODINGS][::3]:
        layouts = FIVE[:1] + FIVE[2:3]
    assert_agrees(engine, encoding, kinds, layouts)


def needs_program(engine: str) -> None:
    if engine in EXTERNAL and not shutil.which(engine.split(maxsplit=1)[0]):
        pytest.skip(f"{engine} is not installed: apt install {EXTERNAL[engine]}")


@pytest.mark.slow_cases("lingeling")
@pytest.mark.parametrize("engine", [*EXTERNAL, *OWN_PROCESS])
def test_programs_solve_and_tell_uniqueness(engine):
    needs_program(engine)
    backend = open_backend(engine, Theory.of(Layout.of_size(9)))
    assert list(backend.completions(puzzle(LECTURE).givens, limit=2)) == [
        puzzle(LECTURE_SOLUTION).givens
    ]
    assert list(backend.completions(puzzle("55" + "." * 79).givens, limit=2)) == []
    assert backend.name == engine


@pytest.mark.parametrize("engine", [name for name in ENGINES if name != "auto"])
def test_statistics_tell_that_search_was_needed(engine):
    backend = open_backend(engine, Theory.of(Layout.of_size(9)))
    assert len(list(backend.completions(puzzle(NEFARIOUS).givens))) == 1
    counted = backend.statistics
    assert counted.calls == 1
    assert all(getattr(counted, name) >= 0 for name in backend.capabilities.counts)
    if engine.startswith("cpsat"):
        assert counted.seconds > 0  # its presolve may leave nothing to decide
    else:
        assert counted.decisions + counted.propagated > 0


FOUR = Theory.of(Layout.of_size(4))


@pytest.mark.parametrize(
    ("engine", "encoding", "says"),
    [
        ("nativ", None, "did you mean native"),
        ("glucose5", None, "glucose4"),
        ("./nothing -q", None, "no program './nothing'"),
        ("nothing -q", None, "no program 'nothing' on the PATH: install it"),
        ("native", "pairwise", "does not use an encoding"),
        ("glucose4", "native", "does not support cardinality"),
        ("glucose4", "produkt", "did you mean product"),
    ],
)
def test_engines_that_are_not_there_are_said(engine, encoding, says):
    with pytest.raises((EngineError, EncodingError), match=says):
        open_backend(engine, FOUR, encoding)


@pytest.mark.parametrize("engine", NOT_BUILT)
def test_solvers_that_the_wheel_lacks_are_said(engine):
    with pytest.raises(EngineError, match=f"built without {engine}"):
        list(open_backend(engine, FOUR).completions(()))


def program(folder, script: str) -> str:
    path = folder / "solver"
    path.write_text("#!/bin/sh\n" + script)
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("exit 1", "ended with status 1"),
        ("echo out of memory >&2; exit 3", "status 3: out of memory"),
        ("kill -SEGV $$", "ended with status -11"),
        ("echo s SATISFIABLE; exit 10", "no model that can be read: no model found"),
        ("echo v 1 -2; exit 10", "cut off"),
        ("echo v 1 2 0; exit 10", "violates r1c1"),
        ("echo v 1 -1 0; exit 10", "both true and false"),
        ("echo v garbage 0; exit 10", "'garbage' is not a literal"),
        ("head -c 1000 /dev/urandom; exit 10", "no model that can be read"),
        ("exit 0", "is not a DIMACS solver"),
        ("echo s SATISFIABLE; exit 20", "contradicts its exit status"),
        ("echo s UNSATISFIABLE; exit 10", "contradicts its exit status"),
        ("echo verbose; echo vars: 3; exit 10", "no model found"),
    ],
)
def test_a_program_that_fails_costs_an_error_message(tmp_path, script, says):
    backend = open_backend(program(tmp_path, script), FOUR)
    with pytest.raises(EngineError, match=says):
        list(backend.completions((), limit=1))


@pytest.mark.parametrize("engine", [*ENGINES, *OWN_PROCESS])
def test_every_engine_keeps_to_its_limits(engine):
    theory = Theory.of(Layout.of_size(9))
    backend = open_backend(engine, theory)
    for board in (puzzle(LECTURE), puzzle("." * 81)):
        assert list(backend.completions(board.givens, limit=0)) == []
    with pytest.raises(TimeLimitReached, match=r"no answer within 0\.05 s"):
        for _ in backend.completions((), time_limit=0.05):
            pass


def test_a_program_that_hangs_is_ended(tmp_path):
    backend = open_backend(program(tmp_path, "sleep 60"), FOUR)
    with pytest.raises(TimeLimitReached, match=r"no answer within 0\.2 s"):
        list(backend.completions((), time_limit=0.2))


def test_the_s_line_counts_where_the_status_says_nothing(tmp_path):
    backend = open_backend(program(tmp_path, "echo s UNSATISFIABLE"), FOUR)
    assert list(backend.completions(())) == []


def test_what_a_hanging_program_started_is_ended_too(tmp_path):
    noted, seconds = tmp_path / "pid", 0.2
    backend = open_backend(program(tmp_path, f"sleep 600 & echo $! > {noted}; wait"), FOUR)
    while not (noted.exists() and noted.read_text()):  # it was ended before it started anything
        seconds *= 2
        with pytest.raises(TimeLimitReached):
            list(backend.completions((), time_limit=seconds))
    state = Path(f"/proc/{noted.read_text().strip()}/stat")
    while state.exists() and state.read_text().split()[2] != "Z":  # is gone, once it was reaped
        pass


def test_commands_may_say_where_the_file_goes(tmp_path):
    script = 'test "$1" = -x && test -f "$2" && echo v 1 0 > "$3"; exit 10'
    backend = open_backend(program(tmp_path, script) + " -x {cnf} {out}", FOUR)
    with pytest.raises(EngineError, match="violates"):
        list(backend.completions((), limit=1))


SLOW_ENGINES = ["native", "dlx", "auto", "glucose4", "cadical153", "cadical195", "cadical300",
                "minisat22", "maplechrono", "cpsat", "cpsat-integers", "kissat404",
                "lingeling"]  # fmt: skip


@pytest.mark.slow_cases("cadical153", "dlx", "native")
@pytest.mark.parametrize("engine", slow_but(SLOW_ENGINES, "native", "dlx", "cadical153"))
def test_a_time_limit_ends_every_engine(engine):
    """A board of 36x36 with 45 % givens takes seconds, or for ever."""
    layout = Layout.of_size(36)
    board = random_grid(layout, seed=3).without(RandomStream(3, 1).permutation(1296)[583:])
    backend = open_backend(engine, Theory.of(layout))
    with pytest.raises(TimeLimitReached, match=r"no answer within 0\.5 s"):
        list(backend.completions(board.givens, limit=1, time_limit=0.5))


@pytest.mark.parametrize("engine", ["glucose4", "minicard", "cadical153"])
def test_a_kept_solver_is_replaced_and_answers_stay_right(engine, monkeypatch):
    from satdoku.backends import pysat

    monkeypatch.setattr(pysat, "PUZZLES", 3)
    backend = open_backend(engine, Theory.of(Layout.of_size(9)))
    seen = set()
    for _ in range(4):
        for line in (LECTURE, HARD, NEFARIOUS):
            board = puzzle(line)
            assert len(list(backend.completions(board.givens, limit=2))) == 1
            assert len(list(backend.completions(board.givens[2:], limit=3))) == 3
            seen.add(backend._kept)
    assert len(seen) > 2


def test_auto_hands_over_what_native_finds_too_hard(monkeypatch):
    monkeypatch.setattr(auto, "PATIENCE", 3)
    theory = Theory.of(Layout.of_size(9))
    backend = open_backend("auto", theory)
    some = puzzle(HARD).without([2])
    expected = models(theory, some.givens, 1000)
    found = list(backend.completions(some.givens))
    assert len(found) == len(set(found)) == len(expected)
    assert set(found) == expected
    assert list(backend._solvers) == ["glucose4"]


def test_auto_stays_native_and_forgets_where_solutions_are_plenty(monkeypatch):
    monkeypatch.setattr(auto, "PLENTY", 10)
    monkeypatch.setattr(auto, "PATIENCE", 100)
    backend = open_backend("auto", FOUR)
    assert len(set(backend.completions(()))) == 288
    assert backend._solvers == {}


def test_the_inventory_lists_every_engine():
    found = {engine.name: engine for engine in inventory()}
    assert set(found) >= {*ALL_ENGINES, *OWN_PROCESS, "cadical", "kissat"}
    assert found["cryptosat"].install == "not built in"
    assert found["native"].installed
    assert all(engine.installed or engine.install for engine in found.values())


def test_an_engine_of_our_own_has_our_version(monkeypatch):
    monkeypatch.setitem(ALL_ENGINES, "another", ("dlx", "Dlx", {}))
    found = {engine.name: engine for engine in inventory()}
    for name in ("auto", "native", "dlx", "another"):
        assert found[name].version == satdoku.__version__
        assert found[name].installed
    assert found["minicard"].version == version("python-sat")
    assert found["kissat404"].version == version("python-sat")
    assert found["cpsat"].version == version("ortools")


@pytest.mark.nightly
def test_49x49_is_solved_by_native_cardinality():
    layout = Layout.of_size(49)
    [grid] = open_backend("minicard", Theory.of(layout)).completions((), limit=1)
    assert models(Theory.of(layout), grid, 1) == {grid}


@pytest.mark.parametrize("engine", ENGINES)
def test_real_puzzles_have_one_solution(engine, real_puzzles):
    backend = open_backend(engine, Theory.of(Layout.of_size(9)))
    some = real_puzzles("top1465.txt")[::150] + real_puzzles("websudoku-hard-17.txt")
    for board in some:
        assert len(list(islice(backend.completions(board.givens), 2))) == 1


@pytest.mark.parametrize("is_compiled", [True, False])
def test_auto_lists_solutions_with_rules_on_masks_in_one_order(is_compiled, monkeypatch):
    if not is_compiled:
        monkeypatch.setattr(library, "current", lambda: None)
    theory = Theory.of(RULED)
    backend = open_backend("auto", theory)
    found = list(backend.completions(()))
    assert not backend._solvers
    assert found == list(open_backend("masks", theory).completions(()))
    assert set(found) == set(open_backend("dlx", theory).completions(()))
    boards = list(backend.find_boards((), None, Clock(None)))
    assert boards == list(map(theory.on_board, found))


@pytest.mark.parametrize("listing", [0, 1_500, 4_000, 6_000])
@pytest.mark.parametrize("limit", [None, 3, 20])
def test_what_masks_do_not_list_the_solvers_find_in_one_order(listing, limit, monkeypatch):
    monkeypatch.setattr(masks, "FIRST_SLICE", 100)
    monkeypatch.setattr(auto, "LISTING", listing)
    theory = Theory.of(RULED)
    orders = []
    usual = library.current
    for current in (usual, lambda: None):
        monkeypatch.setattr(library, "current", current)
        orders.append(list(open_backend("auto", theory).completions((), limit=limit)))
    assert orders[0] == orders[1]
    assert len(set(orders[0])) == len(orders[0]) == min(24, limit or 24)
    assert set(orders[0]) <= set(open_backend("dlx", theory).completions(()))


@pytest.mark.parametrize("last", [0, 1, 2])
def test_auto_gives_what_an_engine_does_not_decide_to_the_next(last, monkeypatch):
    names = ["minicard", "gluecard4", "cpsat-integers"]
    turns = [*((name, 0) for name in names[:last]), (names[last], 12)]
    monkeypatch.setattr(auto, "TURNS", ((10**6, ()), (0, turns)))
    monkeypatch.setattr(auto, "LISTING", 0)
    backend = open_backend("auto", Theory.of(RULED))
    found = list(backend.completions(()))
    assert list(backend._solvers) == names[: last + 1]
    assert len(found) == len(set(found))
    assert set(found) == set(open_backend("dlx", Theory.of(RULED)).completions(()))


def test_auto_needs_no_solver_where_rules_leave_one_solution_or_none():
    theory = Theory.of(RULED)
    for solution in open_backend("dlx", theory).completions(()):
        backend = open_backend("auto", theory)
        assert list(backend.completions(solution[:12])) == [solution]
        wrong = next(v for v in range(1, 65) if v not in solution and v > 16)
        for limit in (1, 2, None):
            assert list(backend.completions([*solution[:12], wrong], limit=limit)) == []
        assert not backend._solvers
        assert list(backend.completions(solution[:12], limit=0)) == []


@pytest.mark.parametrize("line", [LECTURE, HARD, NEFARIOUS, LECTURE[:-9] + "." * 9])
def test_the_automatic_engine_answers_as_the_native_one_and_counts_the_same_work(line):
    did = []
    for name in ("auto", "native"):
        with open_backend(name, Theory.of(Layout.of_size(9))) as backend:
            found = list(backend.completions(puzzle(line).givens, limit=2))
            work = backend.statistics
            did.append((found, work.decisions, work.conflicts, work.propagated))
    assert did[0] == did[1]


@pytest.mark.parametrize("rules", ["killer:3:r1c1,r1c2", "killer:3:r1c1,r1c2+odd:r1c1,r1c2"])
@pytest.mark.parametrize("most", [1, 2, 3])
def test_counting_finds_as_many_as_there_are_up_to_the_limit(rules, most):
    theory = Theory.of(Layout.named(f"4x4+{rules}"))
    first = next(open_backend("dlx", theory).completions(()), ())
    for assertions in ((), first[:2], first[:8], first):
        there = len(list(open_backend("dlx", theory).completions(assertions)))
        assert open_backend("auto", theory).count(assertions, limit=most) == min(there, most)
