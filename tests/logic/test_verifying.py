"""Steps of others are judged: what follows by its name is right, the rest is wrong, or it is said
what was not judged; nothing forged passes."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path

import pytest

import satdoku
from satdoku import Layout, ParseError, Puzzle, Theory, batch, parse
from satdoku.logic.catalog.names import ALIASES, NAMES
from satdoku.logic.catalog.rules import TECHNIQUES
from satdoku.logic.explain import explain
from satdoku.logic.position import Position
from satdoku.logic.starting import read_candidates, write_candidates
from satdoku.logic.step_text.sentences import cells_text
from satdoku.logic.step_text.step_texts import claims_of_text, read_steps
from satdoku.logic.technique_checks.base import follows
from satdoku.logic.technique_checks.table import judge_of
from satdoku.logic.verifying import verification, verify_steps
from satdoku.render.page import page
from tests.marks import slow_but
from tests.oracle import JIGSAW_6

NESTED = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
PUZZLE = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."
#: Two rectangles: eight solutions and more.
LOOSE = "." * 40 + "5" + "." * 40


def judged(steps: str, puzzle: str | None = PUZZLE, **options: bool) -> list[tuple[str, str]]:
    """(problem, note) of each step."""
    return [(v.problem, v.note) for v in verify_steps(steps, puzzle, **options).verdicts]


# -- Names ----------------------------------------------------------------------------------------


def test_a_true_statement_under_a_wrong_name_is_wrong() -> None:
    [(problem, note)] = judged("X-Wing => r9c9=9")
    assert "by 'X-Wing'" in problem and not note
    [(problem, note)] = judged("Naked Single: r2c4=4")
    assert "by 'Naked Single'" in problem
    assert judged("Hidden Single: r2c4=4") == [("", "")]


def test_what_is_not_judged_is_said() -> None:
    [(problem, note)] = judged("Kraken Fish => r9c9=9")
    assert not problem and "'Kraken Fish' is not a known technique" in note
    [(problem, note)] = judged("r9c9=9")
    assert not problem and "no technique is named" in note
    [(problem, note)] = judged("Kraken Fish => r9c9=8")
    assert "a solution contradicts it" in problem


def test_the_cells_of_a_pair_are_those_that_it_names() -> None:
    grid = ["123456789"] * 81
    grid[0] = grid[1] = "12"
    position = read_candidates(" ".join(grid))
    for cells, right in (("r1c12", True), ("r1c34", False)):
        text = f"Naked Pair: 1,2 in {cells} => r1c9<>1"
        [verdict] = verify_steps(text, position).verdicts
        assert (not verdict.problem) is right


#: Names of what no search of long lists is needed for.
QUICK = [name for name in NAMES if name not in {row.name for row in TECHNIQUES if row.slow}]


@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("layout", slow_but(["6x6", JIGSAW_6, "9x9", "9x9+diagonal"], JIGSAW_6))
def test_no_judge_says_yes_to_what_does_not_follow(layout: str, part: int) -> None:
    """One name of three at a time: all of them take long on large boards."""
    board = Layout.named(layout)
    boards = batch.generate(1, seed=5, layout=board, keep="proper")
    for cells in boards:
        position = Position.of(Puzzle(tuple(cells.tolist()), board))
        for _, step in zip(range(12), explain(position).steps, strict=False):
            position.take(step.asserted, step.denied)
        solution = set(next(position.completions()))
        for v in range(1, position.theory.variable_count + 1, 5 if board.size < 9 else 40):
            if position.status[v]:
                continue
            false = -v if v in solution else v
            assert not follows(position, false)
            yes = [name for name in QUICK[part::3] if judge_of(name)(position, false, ())]  # type: ignore[misc]
            assert not yes


def test_every_name_has_a_judge() -> None:
    assert not [name for name in (*NAMES, *ALIASES) if judge_of(name) is None]


# -- What is printed is read back -----------------------------------------------------------------


PRINTED = ["6x6", "9x9", "9x9+diagonal", JIGSAW_6, "16x16"]


@pytest.mark.slow_cases("9x9+diagonal")
@pytest.mark.parametrize("layout", slow_but(PRINTED, "6x6", "9x9+diagonal"))
def test_what_is_printed_is_right_in_every_form(layout: str) -> None:
    board = Layout.named(layout)
    [cells] = batch.generate(1, seed=3, layout=board, keep="logic" if board.size > 9 else "proper")
    found = explain(Puzzle(tuple(cells.tolist()), board))
    for form in (found.text(), found.text("terse"), json.dumps(found.record()), page(found)):
        [part] = read_steps(form)
        assert part.start.status == found.start.status
        result = verification(part)
        assert (result.wrong, result.unjudged) == (0, 0), result.text()
    assert result.right == len(found.steps)


def of_gallery(kind: str) -> Puzzle:
    lines = (Path(__file__).parents[2] / "docs" / "gallery.txt").read_text().splitlines()
    [line] = [line for line in lines if line.startswith(f"{kind} ")]
    return parse(line.partition(" ")[2])


@pytest.mark.parametrize(("kind", "steps"), [("miracle", 7), ("kropki", None)])
def test_steps_of_boards_with_rules_are_right_in_every_form(kind: str, steps: int | None) -> None:
    """Of one digit, but about another that its places exclude; and by an equation of four digits,
    where cells see each other by all."""
    found = explain(of_gallery(kind), until=steps, verify=False)
    for form in (found.text(), found.text("terse"), json.dumps(found.record())):
        result = verify_steps(form)
        assert (result.wrong, result.unjudged) == (0, 0), result.text()


def test_of_one_digit_is_refused_what_its_places_do_not_exclude() -> None:
    found = explain(of_gallery("miracle"), until=6, verify=False)
    position = found.end
    theory = position.theory
    judge = judge_of("X-chain")
    assert judge
    assert judge(position, -theory.variable(4, 2, 9), ())
    for v in theory.board_range:
        if position.is_open(v) and judge(position, -v, ()):
            assert follows(position, -v)


#: Boards of which the sentences have signs and colons before their conclusions.
WITHOUT_COLUMNS = ["4x4+killer:7:r1c1,r1c2,r2c2+killer:5:r3c3,r4c3", "6x6+whisper:2:r1c1,r2c2,r3c3"]


@pytest.mark.parametrize("layout", ["6x6", *WITHOUT_COLUMNS])
def test_steps_are_read_without_their_numbers_and_with_fewer_blanks(layout: str) -> None:
    puzzle = next(satdoku.generate(seed=1, layout=layout, keep="proper"))
    found = explain(puzzle)
    text = found.text()
    theory = found.start.theory
    steps = [re.fullmatch(r" *(\d+) +(\S+)  (\S.*)", line) for line in text.split("\n")]
    read = 0
    for match in filter(None, steps):
        [whole] = claims_of_text([match[0]], theory)
        for line in (match[3], f"{match[1]} {match[2]} {match[3]}", f"{match[1]}. {match[3]}"):
            [claim] = claims_of_text([line], theory)
            assert (claim.asserted, claim.denied) == (whole.asserted, whole.denied), line
            assert (claim.name, claim.rest) == (whole.name, ""), line
        read += 1
    assert read == len(found.steps)


@pytest.mark.parametrize(
    "line",
    [
        "rule of 45 with rules: Row 1 sums to 45, r1c1+r1c2=17, r1c1,r1c2<>r1c3, so r1c3<>5.",
        "AIC: If (2)r2c6 is false, (2)r6c5 is true, so either way r1c3<>5.",
        "pointing: The pointing of step 23 also gives r1c3<>5.",
        "By step 3 r1c1=7, so r1c3<>5",
    ],
)
def test_only_what_follows_the_last_so_is_concluded(line: str) -> None:
    theory = Theory.of(Layout.of_size(9))
    [claim] = claims_of_text([line], theory)
    assert (claim.asserted, claim.denied, claim.rest) == ((), (theory.variable(1, 3, 5),), "")


@pytest.mark.slow_cases("4x4")
@pytest.mark.nightly_cases("6x6")
@pytest.mark.parametrize("layout", ["4x4", "6x6"])
def test_listed_steps_are_judged_where_they_are_listed(layout: str) -> None:
    board = Layout.named(layout)
    [cells] = batch.generate(1, seed=3, layout=board, keep="proper")
    found = satdoku.available(Puzzle(tuple(cells.tolist()), board))
    assert len({step.rule for step in found.steps}) > 5
    for form in (found.text(), found.text("terse"), json.dumps(found.record())):
        result = verify_steps(form, found.position if form[0] == " " else None)
        assert (result.right, result.ok) == (len(found.steps), True), result.text()
    false = found.text("terse").replace("=1", "=2")
    assert verify_steps(false, found.position).wrong


def test_cells_of_large_boards_are_read_as_they_are_written() -> None:
    theory = Theory.of(Layout.of_size(16))
    variables = [theory.variable(r, c, 1) for r in (1, 3, 12) for c in (1, 2, 10, 12)]
    for some in combinations(variables, 2):
        [claim] = claims_of_text([f"x => {cells_text(theory, some)}<>1"], theory)
        assert set(claim.denied) == set(some)
    [claim] = claims_of_text(["x: r3c10<>2"], theory)
    assert claim.denied == (theory.variable(3, 10, 2),)


@pytest.mark.slow
def test_lines_of_proofs_are_no_steps() -> None:
    found = explain(NESTED, scale="satdoku")
    assert "suppose" in found.text()
    assert verify_steps(found.text()).ok


@pytest.mark.slow
def test_chains_within_chains_are_told_with_all_that_they_rest_on() -> None:
    found = explain(NESTED)
    assert (found.outcome, found.rating) == ("solved", 11.6)  # as Sudoku Explainer rates it


@pytest.mark.parametrize(
    ("name", "conclusion", "right"),
    [
        ("X-wing", "r1c5<>1", False),
        ("naked pair", "r1c5<>1", True),
        ("jellyfish", "r1c5<>1", False),
        ("X-cycle", "r1c5<>1", False),
        ("XY forcing chain", "r1c5<>1", True),
        ("Nishio contradiction", "r1c5<>1", False),
        ("dynamic contradiction", "r1c5<>1", True),
        ("dynamic contradictions", "r1c5<>3", False),
        ("multiple cell forcing chains", "r1c5<>1", True),
        ("multiple region forcing chains", "r1c5<>3", False),
        ("dynamic double forcing chain", "r1c5<>2", True),
    ],
)
def test_forcing_chains_are_judged_by_name(name: str, conclusion: str, right: bool) -> None:
    board = ["12", "12", "123456789", *["123456789"] * 78]
    start = read_candidates(" ".join(board))
    assert verify_steps(f"{name}: x => {conclusion}", start).ok == right


def test_candidates_are_written_and_steps_from_them_verified() -> None:
    later = explain(PUZZLE, until=20).end
    found = explain(read_candidates(write_candidates(later)))
    assert "from" not in found.text()
    with pytest.raises(ParseError, match="need --puzzle"):
        verify_steps(found.text())
    assert verify_steps(found.text(), later).ok


# -- Forgery --------------------------------------------------------------------------------------


def record(**changes: object) -> str:
    return json.dumps(explain(PUZZLE, until=1).record() | changes)


def test_candidates_that_a_file_brings_are_not_believed() -> None:
    solution = parse(PUZZLE)
    answer = satdoku.solve(solution)
    assert answer
    wrong = answer.cells[0] % 9 + 1
    masks = Position.of(solution).masks()
    masks[0] = 1 << (wrong - 1)
    step = {"asserted": [[1, 1, wrong]], "denied": [], "clauses": ["r1c1"]}
    text = record(candidates=masks, steps=[step], board=None)
    result = verify_steps(text)
    assert not result.ok and "--from-state" in result.remark
    assert verify_steps(text, from_state=True).ok


@pytest.mark.slow
def test_one_step_that_assumes_a_solution_is_not_the_whole_of_it() -> None:
    puzzle = parse(PUZZLE)
    answer = satdoku.solve(puzzle)
    assert answer
    triples = [
        [k // 9 + 1, k % 9 + 1, d] for k, d in enumerate(answer.cells) if not puzzle.cells[k]
    ]
    step = {"asserted": triples, "denied": [], "clauses": ["r1c1"], "assumes_proper": True}
    for name in ("", "magic", "unique rectangle", "BUG+1"):
        assert not verify_steps(record(steps=[step | {"name": name}])).ok


def test_uniqueness_is_proved_before_it_is_used() -> None:
    start = Position.of(parse(LOOSE))
    text = "Unique Rectangle: r1c12 => r1c1<>1"
    assert "it assumes one solution, but" in verify_steps(text, start).text()


def test_a_given_stays_right_with_any_number_of_solutions() -> None:
    known = "is already known: there is nothing to check"
    assert judged("given => r5c5=5\nHidden Single => r5c4<>5", LOOSE) == [
        ("", f"(5)r5c5 true {known}"),
        ("", f"(5)r5c4 false {known}"),
    ]


def test_steps_that_conclude_nothing_are_wrong() -> None:
    nothing = {"name": "X-wing", "asserted": [], "denied": [], "clauses": []}
    found = verify_steps(record(steps=[nothing] * 5, board=None))
    assert (found.right, found.wrong, found.ok) == (0, 5, False)
    assert "step 5 is wrong: : it concludes nothing" in found.text()


@pytest.mark.parametrize(
    "line",
    [
        "Naked Single: r2c4=9",
        "r2c4=9",
        "  7  1.2  X-wing: r2c4<>4",
        "r2c4=9, hardest 1.2 (easy, scale satdoku)",
    ],
)
@pytest.mark.parametrize("place", [0, 1, -1])
def test_a_false_line_is_wrong_wherever_it_stands(line: str, place: int) -> None:
    lines = explain(PUZZLE, until=2).text().split("\n")
    lines.insert(place % (len(lines) + 1), line)
    assert verify_steps("\n".join(lines)).wrong == 1


def test_lines_that_are_not_steps_are_named_and_counted() -> None:
    text = explain(PUZZLE, until=2).text()
    assert verify_steps(text).ok
    for more in ("I am sure that r1c1 is not 7", "           a proof of nothing"):
        found = verify_steps(f"{more}\n{text}")
        assert (found.right, found.wrong, found.unjudged, found.ok) == (2, 0, 1, False)
        assert f"line 1 is not a step: {more.strip()}" in found.text()
        assert found.record()["unread"] == [{"line": 1, "text": more.strip()}]
    [verdict] = verify_steps("Hidden Single: r2c4=4 and r9c9 is 9", PUZZLE).verdicts
    assert verdict.note == "'and r9c9 is 9' was not read"


@pytest.mark.parametrize(
    "change",
    [{"solution": "1" * 81}, {"solution": ""}, {"board": PUZZLE}, {"outcome": "solved"}],
)
def test_what_a_record_says_of_the_end_is_judged(change: dict[str, object]) -> None:
    found = verify_steps(record(**change))
    assert (found.right, found.wrong, found.ok) == (1, 1, False) and found.end in found.text()


def test_the_step_ahead_of_a_record_is_judged() -> None:
    found = explain(PUZZLE, until="XY-wing").record()
    assert verify_steps(json.dumps(found)).ok
    found["next"]["denied"] = [[1, 1, 7]]
    assert verify_steps(json.dumps(found)).wrong == 1


def test_of_a_puzzle_without_a_solution_nothing_is_called_true() -> None:
    unsolvable = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..9."
    found = verify_steps("Guess => r1c3=2\nr9c9=7", unsolvable.replace("53", "35"))
    assert not found.ok and "it is true" not in found.text()
    assert found.text().count("the puzzle has no solution") == 2


def test_a_verdict_names_its_whole_claim() -> None:
    own = Layout.named("4x4", "ABCD")
    found = verify_steps("Hidden Single: r1c3=C", parse("AB......C...D...", own))
    last = found.text().splitlines()[-1]
    assert last.startswith("4x4+symbols:ABCD: AB......C...D... (conclusions and names of")
    assert last.endswith("reasons and ratings were not)")
    assert found.record()["symbols"] == "ABCD" and found.record()["scope"] in last


def test_nothing_to_verify_is_an_error() -> None:
    with pytest.raises(ParseError, match="nothing to verify"):
        verify_steps(record(steps=[]))


def test_a_name_is_judged_in_json_too() -> None:
    found = explain(PUZZLE, until=1).record()
    found["steps"][0] |= {"name": "jellyfish", "rule": "jellyfish"}
    assert "by 'jellyfish'" in verify_steps(json.dumps(found)).text()


@pytest.mark.parametrize(
    "changes",
    [
        {"steps": 5},
        {"steps": [5]},
        {"steps": [{"asserted": [[1, 1]], "denied": [], "clauses": []}]},
        {"steps": [{"asserted": [[1.5, 1, 1]], "denied": [], "clauses": []}]},
        {"steps": [{"asserted": [[1, 1, 99]], "denied": [], "clauses": []}]},
        {"puzzle": 7},
        {"layout": "9x8"},
        {"layout": None},
        {"candidates": [1]},
        {"candidates": ["1"] * 81},
        {"candidates": [1 << 70] * 81},
    ],
)
def test_records_of_other_types_are_refused_in_a_line(changes: dict[str, object]) -> None:
    with pytest.raises(satdoku.SatdokuError) as refused:
        verify_steps(record(**changes))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "=> r" + "1" * 5000 + "c1<>5",
        "=> r" + "1" * 500 + "c" + "1" * 500 + "<>5",
        "=> r0c1=5",
        "=> r1c1=x",
    ],
)
def test_cells_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(ParseError, match="line 1"):
        verify_steps(text, PUZZLE)


def test_json_that_lacks_a_key_names_the_key() -> None:
    with pytest.raises(ParseError, match="the key 'layout' is missing"):
        verify_steps('{"puzzle": "....43..1.....4."}')


def test_a_chain_of_one_digit_may_use_the_pairs_of_a_rule() -> None:
    line = "...16.......3..1.........6.3.........9..............27.......42..5.8....7........"
    puzzle = parse(line, Layout.named("9x9+anti-knight"))
    others = "chain through rules,refutation in simple steps"
    found = explain(puzzle, until=13, without=others)
    assert found.steps[-1].name == "grouped X-chain"
    assert verify_steps(found).ok


def test_steps_after_a_wrong_one_are_right_if_it_is_granted() -> None:
    puzzle = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."
    lines = explain(puzzle).text().split("\n")
    for at in (k for k, line in enumerate(lines) if re.search(r" (pointing|claiming): ", line)):
        wrong = re.sub("pointing|claiming", "X-wing", lines[at])
        found = verify_steps("\n".join([*lines[:at], wrong, *lines[at + 1 :]]), puzzle)
        if found.granted:
            break
    assert found.wrong == 1 and found.granted > 0 and not found.ok
    assert found.right + found.granted + 1 == len(found.verdicts)
    assert found.summary.endswith("1 wrong; the rest right if it is granted")
    assert sum("is wrong" in line for line in found.text().split("\n")) == 1


PUZZLE_OF_A_POST = (
    ".3...89.2..2....4.......567...76...34...53........485.96..3....28.41.6.......617."
)


def test_the_line_of_a_posts_puzzle_is_that_of_its_first_row():
    rows = "\n".join(PUZZLE_OF_A_POST[k : k + 9] for k in range(0, 81, 9))
    for words, line in (("", 1), ("Hi all\n", 2), ("Hi\n\nhere it is:\n", 4)):
        for board in (PUZZLE_OF_A_POST, rows):
            found = satdoku.verify_steps(f"{words}{board}\nHidden Single: r7c3=1\n")
            assert found.remark.startswith(f"the puzzle is in line {line}"), (words, board)
            assert found.ok


@pytest.mark.parametrize(
    "prose",
    [
        "the X-chain r1c1=r1c5-r2c5=r2c1 => r3c1<>x",
        "note: r1c1=big",
        "r10c1 was hard",
    ],
)
def test_prose_of_a_post_that_looks_like_a_chain_is_no_step(prose):
    text = f"{PUZZLE_OF_A_POST}\nHidden Single: r7c3=1\n{prose}\n"
    found = satdoku.verify_steps(text)
    assert (found.right, found.wrong, found.unread) == (1, 0, ((3, prose),))
    with pytest.raises(satdoku.ParseError):
        satdoku.verify_steps(text.split("\n", 1)[1], PUZZLE_OF_A_POST)
