"""Every technique lists all that it can say, and each step follows from the clauses it names."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import satdoku
from satdoku.cli.main import cli
from satdoku.errors import ParseError, PuzzleError
from satdoku.formats.programs.library import library_line
from satdoku.layout import Layout
from satdoku.logic.available import available
from satdoku.logic.catalog.names import CODES, known_name
from satdoku.logic.catalog.rules import TECHNIQUES, row_named
from satdoku.logic.explain import explain
from satdoku.logic.mistakes import state_of
from satdoku.logic.moves import given_by
from satdoku.logic.position import Position
from satdoku.logic.search.listing import steps_at
from satdoku.logic.starting import read_candidates
from satdoku.logic.step_text.sentences import literal_text
from satdoku.logic.step_text.step_records import record_of
from satdoku.logic.technique_checks.table import judge_of
from tests.marks import slow_but

LINES = [
    line
    for line in (Path(__file__).parents[2] / "positions.txt").read_text().splitlines()
    if not line.startswith("#")
]
#: (name, conclusion, candidates), some of each kind.
POSITIONS = [(*LINES[k].split(" => "), LINES[k + 1]) for k in range(0, len(LINES), 3)]
PUZZLE = "....9..168..5.3..7..2.....55..8.9..2..1.2.....34......7..2...693.6.5..........7.."
#: Golden Nugget.
HARD = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
USUAL = [row for row in TECHNIQUES if not (row.slow or row.joint)]


@pytest.mark.parametrize(("name", "conclusion", "candidates"), POSITIONS)
def test_a_position_of_a_name_has_that_step(name: str, conclusion: str, candidates: str) -> None:
    position = read_candidates(candidates)
    if name not in {row.name for row in TECHNIQUES}:
        pytest.skip(f"{name} is found one at a time")
    said = {
        literal
        for step in steps_at(position, name)
        for literal in (*step.asserted, *(-v for v in step.denied))
    }
    from satdoku.logic.step_text.step_texts import claims_of_text

    [claim] = claims_of_text([f"=> {conclusion}"], position.theory)
    assert {*claim.asserted, *(-v for v in claim.denied)} <= said


@pytest.mark.slow
@pytest.mark.parametrize("candidates", [candidates for _, _, candidates in POSITIONS[::9]])
def test_every_step_follows_and_tells_itself(candidates: str) -> None:
    position = read_candidates(candidates)
    solution = set(next(position.completions()))
    for row in USUAL:
        for number, step in enumerate(steps_at(position, row.name)):
            assert not solution & set(step.denied), (row.name, step)
            assert set(step.asserted) <= solution, (row.name, step)
            if number < 4:
                step.verify(position)
                record = record_of(position.theory, step)
                assert record["roles"] or len(step.bases) < 4, row.name
                assert record["text"].endswith(".")


def test_every_technique_has_a_judge_and_a_place_in_the_list() -> None:
    known = {row["name"] for row in satdoku.techniques("satdoku")}
    for row in TECHNIQUES:
        assert row.name in known
        assert judge_of(row.name), row.name
        assert all(known_name(alias) == row.name for alias in row.aliases)


def test_numbers_of_library_lines_stand_for_names() -> None:
    assert (known_name("0300"), known_name("0607")) == ("X-wing", "avoidable rectangle type 1")
    assert known_name("0607-1") == known_name("0607-x") == "avoidable rectangle type 1"
    assert known_name("0603-2") == "incomplete unique rectangle type 4"
    assert (known_name("03111"), known_name("03421")) == ("siamese fish", "siamese Franken fish")
    assert known_name("0711-4") == "grouped AIC with almost locked sets"
    assert set(CODES.values()) <= {row.name for row in TECHNIQUES}


@pytest.mark.slow
def test_steps_are_all_those_that_can_be_taken_simplest_first() -> None:
    found = available(PUZZLE)
    ratings = [step.rating for step in found.steps]
    assert ratings == sorted(ratings) and len(ratings) > 50
    some = available(PUZZLE, limit=5)
    assert some.steps == found.steps[:5] and not some.is_all and "and more" in repr(some)
    fish = available(PUZZLE, technique="x wing, Swordfish")
    assert {step.name for step in fish.steps} == {"X-wing", "swordfish"}
    [one] = available(PUZZLE, technique="X-wing", eliminates="3r5c7").steps
    assert one.denied == available(PUZZLE, technique="X-wing", eliminates="r5c7<>3").steps[0].denied
    assert not available(PUZZLE, technique="X-wing", eliminates="4r1c1").steps
    with pytest.deprecated_call(match="satdoku.available"):
        listed = list(satdoku.steps(PUZZLE, technique="X-wing"))
    assert [step.taken for step in listed] == list(available(PUZZLE, technique="X-wing").steps)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"technique": "x-wng"}, "did you mean X-wing"),
        ({"technique": ","}, "no technique is named"),
        ({"eliminates": "nonsense"}, "3r4c5"),
        ({"technique": "X-wing", "without": "X-wing"}, "no technique applies"),
    ],
)
def test_what_cannot_be_listed_is_said(arguments: dict[str, str], says: str) -> None:
    with pytest.raises(PuzzleError, match=says):
        available(PUZZLE, **arguments)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_rule_whose_steps_are_not_all_listed_has_the_one_that_the_search_finds() -> None:
    way = explain(HARD, scale="se", until=60)
    first = {step.rule_name: (at, step) for at, step in reversed(list(way.positions()))}
    for name in ("forcing chain", "Nishio forcing chain", "dynamic forcing chain with patterns"):
        if name in first:
            position, step = first[name]
            [found] = available(
                position, technique={"forcing chain": "cycle"}.get(name, name)
            ).steps
            assert found == step
    assert len(available(HARD, technique="nested refutation").steps) == 1
    assert explain(HARD, until="dynamic forcing chain with multiple forcing chains").ahead
    with pytest.raises(PuzzleError, match="unknown technique"):
        available(HARD, technique="dynamic chain of dreams")


def test_uniqueness_is_refused_for_what_is_not_proper() -> None:
    with pytest.raises(PuzzleError, match="holds only for a proper puzzle"):
        available("12..............", technique="unique rectangle")


def test_filters_leave_what_they_say() -> None:
    only = explain(PUZZLE, only="singles, X-wing")
    assert {step.rule_name for step in only.steps} <= {
        "last digit",
        "hidden single in a box",
        "hidden single in a line",
        "naked single",
        "X-wing",
    }
    without = explain(PUZZLE, without="X-wing")
    assert without.outcome == "solved"
    assert "X-wing" not in {step.name for step in without.steps}
    also = explain(PUZZLE, only="all, Franken X-wing")
    assert also.outcome == "solved"
    with pytest.raises(PuzzleError, match="leave out"):
        explain(PUZZLE, rules="singles", only="X-wing")
    assert satdoku.rate(PUZZLE, only="last digit").complaint
    assert satdoku.hint(PUZZLE, only="naked single").text("where").startswith("naked single")


@pytest.mark.parametrize("scale", [None, "satdoku", "se"])
def test_a_set_left_out_is_what_it_adds_to_smaller_sets(scale: str | None) -> None:
    kept = explain(PUZZLE, without="pairs", scale=scale)
    names = {step.rule_name for step in kept.steps}
    assert not names & {"naked pair", "hidden pair", "X-wing"}
    assert names & {"pointing", "claiming"} and names & {"hidden single in a box"}


@pytest.mark.parametrize("scale", ["satdoku", "se"])
def test_without_singles_no_nested_refutation_is_tried(scale: str) -> None:
    easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    assert explain(easy, without="singles", scale=scale).outcome == "stuck"
    assert satdoku.rate(easy, without="refutation").rating == 1.2


def test_a_form_alone_is_taken_by_its_own_finder() -> None:
    way = explain(PUZZLE, only="singles, skyscraper, locked")
    assert {step.name for step in way.steps if step.rating > 6} <= {"skyscraper"}


def test_a_clause_of_a_rule_that_is_fulfilled_locks_and_breaks_nothing() -> None:
    """With r1c1=1 the cage leaves r1c2=6; until that is a step, r1c2 has other candidates."""
    layout = Layout.named("6x6+killer:7:r1c1-r1c2")
    puzzle = satdoku.Puzzle((1, *[0] * 35), layout)
    assert not available(puzzle, technique="pointing, claiming").steps
    nets = "forcing net contradiction, forcing net verity"
    for technique in ("", nets):  # each step is verified
        assert available(puzzle, technique=technique).steps


def test_lines_of_a_library_are_states() -> None:
    line = library_line(":0200:12:+12..34........2.:231 432:441::")
    assert (line.technique, line.layout.name) == ("0200", "4x4")
    assert line.placed[:2] == (1, 2) and line.given[:2] == (0, 2)
    assert line.deleted == ((8, 2), (9, 4)) and line.eliminations == ((12, 4),)
    position = state_of(":0200:12:+12..34........2.:231 432:441::").position
    assert position.digit_in(0) == 1 and position.digit_in(8) == 0
    assert position.candidates_in(8) == [4] and 4 not in position.candidates_in(9)
    assert position.given == {6, 19, 24, 58}
    for text in (":0:", ":0:1:12:::", ":0:1:12..34........2.:9:::"):
        with pytest.raises(ParseError):
            library_line(text)


def test_the_command_lists_and_reads_states() -> None:
    ran = CliRunner().invoke(cli, ["steps", PUZZLE, "--technique", "X-wing", "--format", "json"])
    record = json.loads(ran.stdout)
    assert [step["name"] for step in record["available"]] == ["X-wing"]
    assert record["available"][0]["roles"]["bases"] == ["column 4 digit 3", "column 9 digit 3"]
    grid = POSITIONS[0][2]
    ran = CliRunner().invoke(cli, ["steps", grid, "--technique", "AIC", "--verbosity", "terse"])
    assert " AIC: " in ran.stdout
    ran = CliRunner().invoke(cli, ["steps", PUZZLE, "--technique", "leviathan"])
    assert ran.stdout == "0 steps\n"


def test_rows_name_finders_that_are_there() -> None:
    position = read_candidates(POSITIONS[0][2])
    for row in TECHNIQUES:
        assert row_named(row.name) is row
        if not row.slow:
            next(steps_at(position, row.name), None)


BOOK = [
    line.split(";")
    for line in (Path(__file__).parents[2] / "textbook.txt").read_text().splitlines()
    if not line.startswith("#")
]


def in_book(name: str, grid: str, gone: str) -> bool:
    """Whether each candidate that goes, or digit that is placed ("=" before it), is said."""
    cells = [[int(c) for c in cell.strip("{}")] for cell in re.findall(r"\{\d+\}|\d", grid)]
    position = Position.from_candidates(cells, satdoku.Layout.of_size(9))
    steps = list(steps_at(position, *name.split(",")))
    denied = {v for step in steps for v in step.denied}
    placed = {v for step in steps for v in step.asserted}

    def is_said(claim: str) -> bool:
        digit, row, column = (int(c) for c in claim.lstrip("="))
        v = position.theory.variable(row, column, digit)
        if "=" not in claim:
            return v in denied
        others = {position.theory.variable(row, column, d) for d in cells[9 * row + column - 10]}
        return v in placed or others - {v} <= denied

    return bool(steps) and all(map(is_said, gone.split()))


@pytest.mark.parametrize("line", slow_but(BOOK, *BOOK[::20]), ids=lambda line: line[0])
def test_a_textbook_position_is_found_by_its_name(line: list[str]) -> None:
    name, source, grid, gone = line
    assert source and in_book(name.lstrip("?"), grid, gone) is not name.startswith("?")


def test_nine_in_ten_textbook_positions_are_found() -> None:
    names = [line[0] for line in BOOK]
    missed = [name for name in names if name.startswith("?")]
    assert len(missed) <= 0.1 * len(names), missed


def test_a_chain_is_told_link_by_link() -> None:
    chain = read_candidates(next(c for n, _, c in POSITIONS if n == "XY-chain"))
    found = explain(chain, until=1, scale="satdoku")
    [step] = found.steps
    links = [line for line in found.text("full").splitlines() if line.strip().startswith("if ")]
    assert len(links) == len(step.nodes) - 1
    assert len(found.text("full").splitlines()) == len(found.text().splitlines()) + len(links)


def test_a_branch_is_told_link_by_link() -> None:
    chain = read_candidates(next(c for n, _, c in POSITIONS if n == "XY-chain"))
    found = explain(chain, until=1)
    [step] = found.steps
    links = [line for line in found.text("full").splitlines() if line.startswith(" " * 13 + "so ")]
    assert len(links) == sum(len(branch) - 1 for branch in step.branches)
    assert all(", by " in line for line in links)


def test_a_junior_exocet_leaves_its_targets_what_the_base_has() -> None:
    """Each follows from just the clauses it names; the solution, found by search, agrees."""
    puzzle = "........2..8.1.9..5....3.4....1.93...6..3..8...37......4......53.1.7.8..2........"
    position = Position.of(satdoku.parse(puzzle))
    solution = set(next(position.completions()))
    steps = list(steps_at(position, "junior exocet"))
    assert steps
    for step in steps:
        step.verify(position)
        assert solution.isdisjoint(step.denied)
        base, target = (dict(step.roles)[role] for role in ("base", "target"))
        cells = {position.theory.coordinates(v)[:2] for v in (*base, *target)}
        held = [{v for v in solution if position.theory.coordinates(v)[:2] == c} for c in cells]
        digits = sorted(position.theory.coordinates(v)[2] for own in held for v in own)
        assert len(cells) == 4 and digits[0] == digits[1] and digits[2] == digits[3]


def test_fireworks_need_lines_that_hold_every_digit() -> None:
    for layout, ends in (("6x6", 1), ("6x6+digits:9", 0)):
        position = Position.of(satdoku.parse("." * 36, layout))
        outside = [(1, c) for c in (4, 5)] + [(r, 1) for r in (3, 4, 5)]
        gone = [position.theory.variable(r, c, d) for r, c in outside for d in (1, 2, 3)]
        position.take((), gone)
        assert len(available(position, technique="fireworks").steps) == ends


MOVES = "....9..168..5.3..7..2.....55..8.9..2..1.2.....34......7..2...693.6.5..........7.."


def test_a_digit_that_a_single_places_explains_what_it_removes() -> None:
    first, *_ = available(MOVES, eliminates="3r1c7", limit=1).steps
    assert first.name == "hidden single in a box" and first.asserted


@pytest.mark.slow
def test_a_set_of_moves_is_given_by_the_steps_that_give_all_of_it() -> None:
    found = available(MOVES, eliminates="3r1c7", places="r1c3=3")
    assert len(found.wanted) == 2 and found.steps
    for step in found.steps:
        assert {*found.wanted} <= given_by(found.position, step)
    [line] = [line for line in found.text().split("\n") if "it also gives" in line][:1] or [""]
    assert "r1c3=3" not in line


def test_moves_that_no_step_gives_together_have_a_step_each() -> None:
    listed = available(MOVES, technique="hidden single in a box").steps
    one, two = listed[0].asserted[0], listed[1].asserted[0]
    position = available(MOVES, technique="naked single").position
    moves = ",".join(literal_text(position.theory, v) for v in (one, two))
    found = available(MOVES, technique="hidden single in a box", places=moves)
    assert [step.asserted for step in found.steps] == [(one,), (two,)]
    assert "of these moves it gives" in found.text()


def test_words_that_are_no_moves_are_refused() -> None:
    for text in ("9r4c", "r4c5", "=3", "3r4c5;2r1c1"):
        with pytest.raises(PuzzleError, match="is not a move"):
            available(MOVES, eliminates=text)


def test_a_digit_is_not_placed_by_what_eliminates_nor_the_other_way_round() -> None:
    with pytest.raises(PuzzleError, match=r"r1c3=3 places a digit: .* write r1c3<>3"):
        available(MOVES, eliminates="r1c3=3")
    with pytest.raises(PuzzleError, match=r"r1c3<>3 eliminates a candidate: .* write r1c3=3"):
        available(MOVES, places="r1c3<>3")
