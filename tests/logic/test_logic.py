"""Steps of logic: each technique on positions of its own, verified by a checker that shares no code
with the search, on every layout."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, islice, pairwise, product
from pathlib import Path

import numpy as np
import pytest

from satdoku import (
    GenerationError,
    Inconsistency,
    Layout,
    ParseError,
    Puzzle,
    PuzzleError,
    Theory,
    batch,
    parse,
)
from satdoku.board import STANDARD
from satdoku.cli.make.generation import GenerationOptions
from satdoku.inference.entailment import StepError, is_entailed
from satdoku.kernels.logic.found import added
from satdoku.logic.catalog.rules import (
    LABELS,
    RULE_SETS,
    label_of,
    label_range,
    rule_named,
    rule_set,
)
from satdoku.logic.difficulty.level_generation import Level, generate_at
from satdoku.logic.difficulty.rating import rate, rate_boards
from satdoku.logic.difficulty.scales import SATDOKU, SE
from satdoku.logic.explain import StepWalk, explain
from satdoku.logic.generating import Difficulty
from satdoku.logic.position import Position
from satdoku.logic.reasons import reason_for
from satdoku.logic.search.choosing import choice
from satdoku.logic.search.listing import steps_at
from satdoku.logic.starting import read_candidates, write_candidates
from satdoku.logic.step_text.proof_texts import proof_text
from satdoku.logic.step_text.sentences import conclusion_text, notation, sentence
from satdoku.logic.step_text.step_records import record_of
from satdoku.logic.step_text.step_texts import StepClaim, claims_of_records, claims_of_text
from satdoku.logic.steps import LogicStep, broken_by
from satdoku.logic.verifying import verdicts_on
from satdoku.operations.generating import Recipe, generate_one
from tests.oracle import JIGSAW_6, models

LINES = [
    line
    for line in (Path(__file__).parents[1] / "positions.txt").read_text().splitlines()
    if line and line[0] != "#"
]
#: (name, conclusion, candidates, near miss)
POSITIONS = [(*LINES[i].split(" => "), LINES[i + 1], LINES[i + 2]) for i in range(0, len(LINES), 3)]
#: Layouts other than 9×9: boxes, extra houses, a large one.
LAYOUTS = ["6x6", JIGSAW_6, "8x8", "9x9+diagonal", "16x16"]


def first_step(position: Position, rules: int | str = "all") -> LogicStep | None:
    walk = StepWalk(position, choice(position.layout, rules, "satdoku"))
    walk.at_once = 1
    return next(iter(walk), None)


# -- Techniques -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "conclusion", "candidates", "miss"), POSITIONS)
def test_a_technique_is_found_where_it_is_and_not_where_it_nearly_is(
    name: str, conclusion: str, candidates: str, miss: str
) -> None:
    position = read_candidates(candidates)
    step = first_step(position)
    assert step
    assert (step.name, conclusion_text(position.theory, step.asserted, step.denied)) == (
        name,
        conclusion,
    )
    step.verify(position)
    near = read_candidates(miss)
    other = first_step(near, 1 << step.rule)
    concluded = {*step.asserted, *step.denied}
    assert other is None or not concluded & {*other.asserted, *other.denied}


@pytest.mark.parametrize("form", ["skyscraper", "two-string kite", "empty rectangle"])
def test_a_step_told_as_a_form_of_two_links_is_listed_as_that_form(form: str) -> None:
    for candidates in (candidates for name, _, candidates, _ in POSITIONS if name == form):
        position = read_candidates(candidates)
        step = first_step(position)
        assert step
        assert step.name == form
        listed = [{*other.denied} for other in steps_at(position, form)]
        assert {*step.denied} in listed


def sketch(*places: str) -> Position:
    """An empty board on which digits have only some places: '1 r1 c2468' is digit 1 in row 1 only
    in these columns; '12 r1c3' is a cell that holds only these."""
    position = Position.of(Puzzle((0,) * 81))
    theory = position.theory
    for place in places:
        digits, *where = place.split()
        if len(where) == 1:
            r, c = int(where[0][1]), int(where[0][3])
            for d in set("123456789") - set(digits):
                position.deny(theory.variable(r, c, int(d)))
            continue
        line, across = where
        for digit, other in product(digits, range(1, 10)):
            if str(other) not in across[1:]:
                first, second = int(line[1]), other
                r, c = (first, second) if line[0] == "r" else (second, first)
                position.deny(theory.variable(r, c, int(digit)))
    return position


#: (name, places, conclusion, a candidate (digit, row, column) that spoils it)
SKETCHES = [
    ("naked quad", ["1234 r1c1", "1234 r1c4", "1234 r1c7", "1234 r1c9"],
     "r1c23568<>1, r1c23568<>2, r1c23568<>3, r1c23568<>4", (5, 1, 9)),
    ("naked quad", ["12 r2c5", "23 r4c5", "34 r7c5", "14 r9c5"],
     "r13568c5<>1, r13568c5<>2, r13568c5<>3, r13568c5<>4", (9, 9, 5)),
    ("X-wing", ["5 r2 c48", "5 r7 c48"], "r1c4,r1c8,r3c4,r3c8,r4c4,r4c8,r5c4,r5c8,r6c4,r6c8,"
     "r8c4,r8c8,r9c4,r9c8<>5", (5, 7, 1)),
    ("swordfish", ["1 r1 c258", "1 r5 c258", "1 r9 c258"],
     "r2c2,r2c5,r2c8,r3c2,r3c5,r3c8,r4c2,r4c5,r4c8,r6c2,r6c5,r6c8,r7c2,r7c5,r7c8,"
     "r8c2,r8c5,r8c8<>1",
     (1, 5, 4)),
    ("finned X-wing", ["1 r2 c19", "1 r5 c189"], "r46c9<>1", (1, 5, 5)),
    ("finned X-wing", ["3 c2 r18", "3 c6 r178"], "r8c45<>3", None),
    ("XY-wing", ["12 r1c1", "13 r1c7", "23 r3c2"], "r1c2,r1c3,r3c7,r3c8,r3c9<>3", (4, 1, 1)),
    ("XYZ-wing", ["123 r5c5", "13 r5c1", "23 r4c6"], "r5c46<>3", (4, 5, 5)),
    ("W-wing", ["12 r1c1", "12 r9c8", "2 r5 c18"], "r1c8,r9c1<>1", None),
]  # fmt: skip


@pytest.mark.parametrize(("name", "places", "conclusion", "spoiler"), SKETCHES)
def test_a_technique_is_seen_in_a_sketch(
    name: str,
    places: list[str],
    conclusion: str | None,
    spoiler: tuple[int, int, int] | None,
) -> None:
    position = sketch(*places)
    step = first_step(position)
    assert step
    told = conclusion_text(position.theory, step.asserted, step.denied)
    assert (step.name, told) == (name, conclusion or told)
    step.verify(position)
    if spoiler:
        d, r, c = spoiler
        position.status[position.theory.variable(r, c, d)] = 0
        other = first_step(position, (2 << step.rule) - 1)
        assert other is None or (other.name, set(other.denied)) != (name, set(step.denied))


@pytest.mark.parametrize(
    ("name", "base", "own", "other"),
    [
        ("direct claiming", "1 r1 c12", "1 r2 c17", "1 c3 r27"),
        ("direct claiming", "5 c9 r78", "5 c8 r37", "5 r9 c17"),
    ],
)
def test_a_direct_single_is_in_a_house_of_the_same_kind(
    name: str, base: str, own: str, other: str
) -> None:
    """From a row to a box and on to another row, as Sudoku Explainer has it; not to a column."""
    rule = 1 << rule_named(name)
    step = first_step(sketch(base, own), rule)
    assert step
    assert step.name == name
    step.verify(sketch(base, own))
    assert first_step(sketch(base, other), rule) is None


def test_singles_are_named_by_their_clause() -> None:
    board = Layout.of_size(4)

    def first(line: str) -> str:
        step = first_step(Position.of(parse(line, board)))
        assert step
        return f"{step.name}: {conclusion_text(Theory.of(board), step.asserted, step.denied)}"

    assert first("123. .... .... ....") == "last digit: r1c4=4"
    assert first("1... 2... 3... ....") == "last digit: r4c1=4"
    assert first("1... ..1. .... ...1") == "hidden single in a box: r3c2=1"
    assert first("12.. .... ...3 ....") == "hidden single in a row: r1c3=3"


def test_every_technique_has_two_positions() -> None:
    names = [name for name, *_ in (*POSITIONS, *SKETCHES)]
    common = {
        "hidden single in a box",
        "hidden single in a row",
        "hidden single in a column",
        "direct pointing",
        "direct hidden pair",
        "direct hidden triple",
        "pointing",
        "claiming",
        "naked pair",
        "hidden pair",
        "naked triple",
        "naked quad",
        "hidden quad",
        "X-wing",
        "swordfish",
        "jellyfish",
        "XY-wing",
        "XYZ-wing",
        "W-wing",
        "skyscraper",
        "two-string kite",
        "turbot fish",
        "empty rectangle",
        "finned X-wing",
        "sashimi X-wing",
        "X-chain",
        "XY-chain",
        "AIC",
        "continuous loop",
        "grouped AIC",
        "grouped X-chain",
        "ALS-XZ",
        "cell forcing chain",
        "region forcing chain",
        "refutation",
    }
    assert {name for name in common if names.count(name) < 2} == set()


def brute_force_covers(position: Position, k: int) -> set[int]:
    """What Cover(k) denies in the matrices of a house or a digit, by its very statement."""
    theory, denied = position.theory, set()
    by_kind: dict[tuple[str, object], list[int]] = {}
    for index, clause in enumerate(theory.clauses):
        if clause.house:
            by_kind.setdefault(("digits", clause.house), []).append(index)
            by_kind.setdefault((clause.house.kind, clause.digit), []).append(index)
    cells = {clause.cell: i for i, clause in enumerate(theory.clauses) if not clause.house}
    assert theory.layout
    families = []
    for house in theory.layout.houses:
        rows = [cells[theory.layout.cell_name(cell)] for cell in house.cells]
        families.append((rows, by_kind["digits", house]))
    for d in range(1, theory.layout.size + 1):
        families.append((by_kind["row", d], by_kind["column", d]))
    for first, second in families:
        for bases, covers in ((first, second), (second, first)):
            live = [b for b in bases if theory.clauses[b].exactly_one and position.open_members(b)]
            for chosen in combinations(live, k):
                inside = {v for b in chosen for v in position.open_members(b)}
                needed = [c for c in covers if inside & set(theory.members[c])]
                if len(needed) == k:
                    held = {v for c in needed for v in position.open_members(c)}
                    denied |= held - inside
    return denied


@pytest.mark.parametrize("seed", range(6))
def test_covers_are_those_of_the_statement(seed: int) -> None:
    """At every position where only covers of k clauses are left, both find some or none."""
    puzzle = Puzzle(tuple(batch.generate(1, seed=seed, keep="proper")[0].tolist()))
    rules = {
        2: ("naked pair", "hidden pair", "X-wing"),
        3: ("naked triple", "hidden triple", "swordfish"),
    }
    walk = StepWalk(Position.of(puzzle), choice(puzzle.layout, scale="satdoku"))
    seen = 0
    for step in walk:
        if step.is_single:
            continue
        for k, names in rules.items():
            expected = brute_force_covers(walk.position, k)
            found = set()
            for name in names:
                one = first_step(walk.position, 1 << rule_named(name))
                found |= set(one.denied) if one else set()
            assert found <= expected
            assert bool(found) == bool(expected)
        seen += 1
        if seen > 4:
            break


@pytest.mark.parametrize("layout", ["4x4", "6x6", "9x9"])
def test_all_steps_follow_by_another_judge(layout: str) -> None:
    """PySAT, told the whole theory and the position, agrees with each conclusion."""
    board = Layout.named(layout)
    for seed in range(3):
        puzzle = generate_one(Recipe(board, keep="proper"), seed, 0)
        (solution,) = models(Theory.of(board), puzzle.givens, 2)
        found = explain(puzzle)
        assert found.outcome == "solved"
        assert set(found.end.asserted) == set(solution)


@pytest.mark.slow_cases("16x16")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_proper_puzzle_is_explained_on_other_layouts(layout: str) -> None:
    board = Layout.named(layout)
    for index in range(2):
        puzzle = generate_one(
            Recipe(board, keep="proper" if board.size < 10 else "logic"), 3, index
        )
        found = explain(puzzle)
        assert found.outcome == "solved"
        assert all(sentence(found.start.theory, step) for step in found.steps)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["seventeen-10k.txt", "top1465.txt", "hardest-375.txt"])
def test_every_puzzle_is_solved_and_every_step_verified(
    name: str, real_puzzles: Callable[[str], list[Puzzle]]
) -> None:
    step = {"seventeen-10k.txt": 20, "top1465.txt": 10, "hardest-375.txt": 40}[name]
    for puzzle in real_puzzles(name)[::step]:
        found = explain(puzzle)
        assert found.outcome == "solved"


# -- The checker ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_the_checker_agrees_with_enumeration(seed: int) -> None:
    """On 4×4, a literal is entailed by some clauses if every way to satisfy them has it."""
    rng = np.random.default_rng(seed)
    theory = Theory.of(Layout.of_size(4))
    position = Position.of(Puzzle((1,) + (0,) * 15, Layout.of_size(4)))
    for _ in range(30):
        clauses = sorted(rng.choice(len(theory.clauses), 3, replace=False).tolist())
        free = sorted({v for c in clauses for v in position.open_members(c)})
        literal = int(rng.choice(free)) * (1 if rng.random() < 0.5 else -1) if free else 0
        if not literal or len(free) > 12:
            continue
        models = []
        for values in product((False, True), repeat=len(free)):
            true = {v for v, value in zip(free, values, strict=True) if value}
            true |= set(position.asserted)
            if all(len(true & set(theory.members[c])) == 1 for c in clauses):
                models.append(true)
        expected = all((abs(literal) in model) == (literal > 0) for model in models)
        assert is_entailed(theory, position.status, clauses, literal) == expected


def test_a_step_that_names_too_little_is_refused() -> None:
    name, _, candidates, _ = next(p for p in POSITIONS if p[0] == "X-wing")
    position = read_candidates(candidates)
    step = first_step(position)
    assert step
    assert step.name == name
    with pytest.raises(StepError, match="does not follow"):
        LogicStep(
            step.rule, step.name, 32, denied=step.denied, bases=step.bases[:1], covers=step.covers
        ).verify(position)


@pytest.mark.parametrize("name", ["refutation", "refutation with locked candidates"])
def test_a_refutation_with_a_gap_is_refused(name: str) -> None:
    puzzle = "1.......252..7..49..9...5.....689......7.3....9.1.5.3.64..1..25.1.....7.9.......8"
    position = explain(parse(puzzle), until=7).end
    marks = set()
    for step in islice(steps_at(position, name), 40):
        step.verify(position)
        end = step.proof[-1]
        unnamed = tuple((v, -1) for v, _ in end.links)
        begun = (step.proof[0], replace(step.proof[1], links=()))
        gaps = ((*begun, *step.proof[2:]), (*step.proof[:-1], replace(end, links=unnamed)))
        others = [replace(end, clause=other) for other in (0, len(position.theory.clauses) - 1)]
        for proof in (
            *((*step.proof[:k], *step.proof[k + 1 :]) for k in range(1, len(step.proof) - 1)),
            *((*step.proof[:-1], other) for other in others),
            *(gaps if name == "refutation" else ()),
        ):
            with pytest.raises(StepError, match="its proof has a gap"):
                replace(step, proof=proof).verify(position)
        with pytest.raises(StepError, match="its proof has a gap"):
            replace(step, denied=(step.proof[0].variable + 1,), asserted=()).verify(position)
        marks |= {line.mark for line in step.proof}
    assert ("locked" in marks) == ("locked" in name) and "assert" in marks


def test_a_step_that_assumes_one_solution_is_compared_with_it() -> None:
    row = SE.first + SE.place_of("unique loop")
    position = Position.of(Puzzle(tuple(batch.generate(1, seed=2, keep="proper")[0].tolist())))
    [solution] = position.completions()
    right = next(v for v in solution if position.is_open(v))
    wrong = next(v for v in range(1, 730) if position.is_open(v) and v not in solution)
    LogicStep(row, "unique loop", 45, asserted=(right,), denied=(wrong,)).verify(position)
    for taken in ({"asserted": (wrong,)}, {"denied": (right,)}):
        with pytest.raises(StepError, match="the solution contradicts it"):
            LogicStep(row, "unique loop", 45, **taken).verify(position)


def test_steps_that_do_not_follow_break_nothing() -> None:
    cells = [0] * 16
    cells[12], cells[13], cells[3], cells[7] = 1, 2, 3, 4  # r4c4 can hold nothing
    start = Position.of(Puzzle(tuple(cells), Layout.of_size(4)))
    index = broken_by(start, ())
    assert index is not None and str(start.theory.clauses[index]) == "r4c4"
    free = next(v for v in range(1, 65) if start.is_open(v))
    guess = LogicStep(rule_named("refutation"), "guess", 90, asserted=(free,), bases=(0,))
    assert broken_by(start, [guess]) is None


def test_steps_of_others_are_judged() -> None:
    puzzle = generate_one(Recipe(), 7, 0)
    found = explain(puzzle)
    text = [notation(found.start.theory, step) for step in found.steps]
    start = Position.of(puzzle)
    claims = list(claims_of_text(text, start.theory))
    assert [v.problem for v in verdicts_on(start.copy(), claims)] == [""] * len(text)
    wrong = claims[0].asserted[0]
    claims[0] = StepClaim((), (wrong,))
    assert "a solution contradicts it" in next(iter(verdicts_on(start.copy(), claims))).problem


# -- Rating ---------------------------------------------------------------------------------------


def test_one_puzzle_and_many_are_rated_alike() -> None:
    boards = batch.generate(60, seed=11, keep="proper")
    boards[3, np.flatnonzero(boards[3])[0]] = 0  # several solutions
    layout = Layout.boxes(3, 3)
    ratings = rate_boards(boards, layout, jobs=2)
    assert ratings == [rate(Puzzle(tuple(board.tolist()), layout)) for board in boards]
    assert ratings[3].outcome == "several solutions"


def test_a_rating_is_that_of_its_explanation() -> None:
    puzzle = Puzzle(tuple(batch.generate(1, seed=2, keep="proper")[0].tolist()))
    found, rating = explain(puzzle), rate(puzzle)
    assert rating.hardest == found.rating
    assert sum(n for _, n in rating.steps) == len(found.steps)
    assert rating.label == found.label


def test_length_adds_at_4_6_8_12_16_24_32() -> None:
    passed = [length for length in range(1, 60) if added(length) > added(length - 1)]
    assert passed == [5, 7, 9, 13, 17, 25, 33, 49]


def test_labels_cover_the_scale() -> None:
    assert [label_of(label_range(name)[0] or 1) for name, _ in LABELS] == [n for n, _ in LABELS]
    with pytest.raises(PuzzleError, match="unknown level"):
        label_range("so-so")
    with pytest.raises(PuzzleError, match="unknown technique"):
        rule_named("guess")
    with pytest.raises(PuzzleError, match="unknown set"):
        rule_set("some")


@pytest.mark.slow
def test_sets_of_rules_solve_ever_more() -> None:
    boards = batch.generate(40, seed=5, keep="proper")
    puzzles = [Puzzle(tuple(board.tolist())) for board in boards]
    order = ("singles", "locked", "pairs", "covers", "chains", "grouped", "all")
    solved = [
        {i for i, p in enumerate(puzzles) if explain(p, rules=name).outcome == "solved"}
        for name in order
    ]
    assert all(fewer <= more for fewer, more in pairwise(solved))
    assert len(solved[-1]) == len(puzzles)
    assert set(order) <= set(RULE_SETS)


# -- Uniqueness, depth, contradictions ------------------------------------------------------------


def test_uniqueness_is_refused_for_what_is_not_proper() -> None:
    with pytest.raises(PuzzleError, match="proper"):
        explain(Puzzle((0,) * 81), uniqueness=True)


@pytest.mark.slow
def test_uniqueness_techniques_agree_with_the_solution() -> None:
    found = set()
    for board in batch.generate(400, seed=8, start=25, keep="proper"):
        steps = explain(Puzzle(tuple(board.tolist())), uniqueness=True, scale="satdoku").steps
        found |= {step.name for step in steps if step.assumes_proper}
        records = [record_of(Theory.of(STANDARD), step) for step in steps]
        claims = claims_of_records(records, Theory.of(STANDARD))
        start = Position.of(Puzzle(tuple(board.tolist())))
        assert not any(verdict.problem for verdict in verdicts_on(start.copy(), claims))
        if found >= {"unique rectangle type 1", "BUG+1"}:
            break
    assert found >= {"unique rectangle type 1", "BUG+1"}


def test_fish_of_any_kind_are_found_when_asked_for() -> None:
    # digit 1: rows 1 and 2 and box 9 against columns 7 and 8 and a third: a Franken swordfish
    position = sketch("1 r1 c789", "1 r2 c789", "1 r4 c17", "1 r6 c17")
    step = next(steps_at(position, "general cover"))
    step.verify(position)
    in_bases, in_covers = (
        [v for c in clauses for v in position.open_members(c)]
        for clauses in (step.bases, step.covers)
    )
    assert set(step.denied) >= set(in_covers) - set(in_bases)
    # Of a base's own candidates only those may go that two covers hold.
    assert all(in_covers.count(v) > 1 for v in set(step.denied) & set(in_bases))
    with pytest.raises(StepError):
        replace(step, covers=step.covers[:1]).verify(position)
    layout = Layout.of_size(6)
    puzzle = generate_one(Recipe(layout, keep="proper"), 1, 0)
    assert explain(puzzle, general_covers=True).outcome == "solved"


def test_the_smallest_reason_is_smallest() -> None:
    _, _, candidates, _ = next(p for p in POSITIONS if p[0] == "X-wing")
    position = read_candidates(candidates)
    step = first_step(position)
    assert step
    variable = step.denied[0]
    found = reason_for(position, -variable, seconds=300)  # enough on a busy machine
    assert found.is_smallest
    assert len(found.clauses) <= len(step.clauses)
    assert is_entailed(position.theory, position.status, found.clauses, -variable)
    for clause in found.clauses:
        others = [other for other in found.clauses if other != clause]
        assert not is_entailed(position.theory, position.status, others, -variable)
    hurried = reason_for(position, -variable, seconds=0)
    assert not hurried.is_smallest
    assert is_entailed(position.theory, position.status, hurried.clauses, -variable)
    blank = Position.of(Puzzle((0,) * 16, Layout.of_size(4)))
    with pytest.raises(PuzzleError, match="does not follow"):
        reason_for(blank, 1)


def test_a_supposition_may_be_walked_to_any_depth() -> None:
    from satdoku.logic.search.deeper import needed, refute_deeper

    for board in batch.generate(200, seed=8, keep="proper"):
        start = Position.of(Puzzle(tuple(board.tolist())))
        walk = StepWalk(start, "covers")
        list(walk)
        if walk.outcome == "stuck":
            break

    def inside(position: Position) -> tuple[list[LogicStep], bool]:
        within = StepWalk(position, "refutation")
        steps = list(within)
        position.status[:] = within.position.status
        return steps, within.outcome == "contradiction"

    step = refute_deeper(walk.position, inside)
    assert step
    step.verify(walk.position)
    assert step.depth >= 1
    assert proof_text(walk.position.theory, step.proof)
    shorter = 0
    for x in range(1, walk.position.theory.board_variables + 1):
        if not walk.position.is_open(x):
            continue
        supposed, again = walk.position.copy(), walk.position.copy()
        supposed.assert_(x)
        again.assert_(x)
        steps, is_broken = inside(supposed)
        if is_broken:
            fewer = needed(again, steps)
            shorter += len(fewer) < len(steps)
            for one in fewer:
                one.verify(again)
                again.take(one.asserted, one.denied)
            assert again.broken_clause is not None
    assert shorter


def test_several_solutions_leave_it_stuck_and_none_is_a_contradiction() -> None:
    assert explain(Puzzle((1,) + (0,) * 15, Layout.of_size(4))).outcome == "stuck"
    # r4c4 can hold neither of 1, 2 (row), 3, 4 (column)
    cells = [0] * 16
    cells[12], cells[13], cells[3], cells[7] = 1, 2, 3, 4
    assert explain(Puzzle(tuple(cells), Layout.of_size(4))).outcome == "contradiction"
    with pytest.raises(Inconsistency, match="two 1s in row 1"):
        explain(Puzzle((1, 1) + (0,) * 14, Layout.of_size(4)))


# -- Levels ---------------------------------------------------------------------------------------


def test_a_puzzle_of_a_level_is_of_that_level_and_minimal_there() -> None:
    level = Level(needs=(SE.place_of("XY-wing"),), highest=42)
    puzzle = generate_at(level, seed=1, index=0).puzzle
    rating = rate(puzzle)
    assert rating.hardest == 4.2
    assert dict(rating.steps)["XY-wing"] >= 1
    for cell in [cell for cell, digit in enumerate(puzzle.cells) if digit]:
        fewer = rate(puzzle.without([cell]))
        assert fewer.outcome != "solved" or fewer.hardest != 4.2
    assert generate_at(level, seed=1, index=0).puzzle == puzzle


@pytest.mark.slow
@pytest.mark.parametrize("name", ["skyscraper", "W-wing", "XY-chain", "unique rectangle"])
def test_a_puzzle_needs_what_has_a_name_of_its_own(name: str) -> None:
    wanted = Difficulty(needs=(name.upper(),))
    level = GenerationOptions(difficulty=wanted, minimal=False, tries=100).of_level(STANDARD)
    found = generate_at(level, 1, 0).puzzle
    way = explain(found, only=f"all, {name}")
    assert way.outcome == "solved"
    assert name in {called for step in way.steps for called in (step.name, step.rule_name)}


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(PuzzleError, match="cannot need 'jellyfish'"):
        Level(needs=(SE.place_of("jellyfish"),), highest=30)
    with pytest.raises(PuzzleError, match="no technique is rated"):
        Level(highest=5)
    with pytest.raises(PuzzleError, match="the first is larger"):
        Level(lowest=30, highest=20)
    with pytest.raises(PuzzleError, match="no puzzle is rated 30"):
        Level(lowest=300)
    with pytest.raises(GenerationError, match=r"384 tried \(none of them has all that is asked"):
        generate_at(Level(layout=Layout.of_size(6), clues=(3, 4), tries=1), 1, 0)


@pytest.mark.slow
def test_a_puzzle_of_a_level_has_the_clues_the_symmetry_and_the_cells_asked_for() -> None:
    board = Layout.of_size(6)
    puzzle = generate_at(Level(layout=board, clues=(15, 16), symmetry="half-turn"), 1, 0).puzzle
    places = [cell for cell, digit in enumerate(puzzle.cells) if digit]
    assert len(places) in (15, 16) and places == sorted(35 - cell for cell in places)
    picture = "xxx.x. .xxx.x ..x.xx xx...x x.x..x x..x.x".replace(" ", "")
    mask = frozenset(cell for cell, mark in enumerate(picture) if mark == "x")
    on_mask = generate_at(Level(layout=board, mask=mask, highest=30), 1, 0).puzzle
    assert {cell for cell, digit in enumerate(on_mask.cells) if digit} == mask
    assert rate(on_mask).outcome == "solved" and rate(on_mask).rating <= 3


@pytest.mark.slow
def test_a_puzzle_of_a_level_has_the_names_asked_for_and_none_that_is_not() -> None:
    level = Level(
        layout=Layout.of_size(6),
        named=("naked pair",),
        unnamed=("pointing",),
        scale=SATDOKU,
        minimal=False,
    )
    way = explain(generate_at(level, 1, 0).puzzle, scale="satdoku")
    names = {step.name for step in way.steps}
    assert way.outcome == "solved" and "naked pair" in names and "pointing" not in names


# -- Text -----------------------------------------------------------------------------------------


def test_grids_of_candidates_are_read_as_they_are_written() -> None:
    position = sketch("1234 r1c1", "59 r4c7", "2 r6 c13")
    again = read_candidates(write_candidates(position))
    assert again.masks() == position.masks()
    dense = "".join(
        "".join(str(d) if d in position.candidates_in(cell) else "." for d in range(1, 10))
        for cell in range(81)
    )
    assert read_candidates(dense).masks() == position.masks()
    with pytest.raises(ParseError, match="candidates are written with"):
        read_candidates("12 34 x4 4 " * 4)
    with pytest.raises(ParseError, match="cells of candidates"):
        read_candidates("12 3 4")


def test_a_chain_is_written_in_eureka_notation() -> None:
    _, _, candidates, _ = next(p for p in POSITIONS if p[0] == "skyscraper")
    position = read_candidates(candidates)
    step = first_step(position)
    assert step
    text = notation(position.theory, step)
    digit = text[1]
    assert text.startswith(f"({digit}): r")
    assert text.count("=") == 3  # two strong links and the arrow
    assert text.count("-") == 1
    assert text.endswith(f"<>{digit}")


def test_one_digit_is_parsed_back() -> None:
    puzzle = parse("1" + "." * 15, Layout.of_size(4))
    assert Position.of(puzzle).board == puzzle
