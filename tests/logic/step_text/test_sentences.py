"""What sentences say of the position is true: cells, digits, houses, and the conclusion."""

from __future__ import annotations

import re

import pytest

import satdoku
from satdoku.logic.position import Position
from satdoku.logic.step_text.proof_texts import step_lines
from satdoku.logic.step_text.sentences import conclusion_text, sentence
from tests.sentences import Board, claims, conclusions

#: Puzzles of all difficulties; each seed gives others.
PUZZLES = (
    ".3...89.2..2....4.......567...76...34...53........485.96..3....28.41.6.......617.",
    "1.......252..7..49..9...5.....689......7.3....9.1.5.3.64..1..25.1.....7.9.......8",
    ".128..7...5.2...1.7...3.49..8.........6.8..5...5..4........1.698....2....4....1..",
)
HARD = "3..2.5..........1...8.6.2.......76.4..93.....6...8..........92.5..1.4..6.7......5"
STEPS = 2000
#: Sentences about more than the board shows: what would break, chains that close.
OTHERS = re.compile(r"^(?:If r\d+c\d+ were |The chain closes, |If |In )")


def board_of(position: Position, solution: satdoku.Puzzle) -> Board:
    places = [(r, c) for r in range(1, 10) for c in range(1, 10)]
    left = {place: set(position.candidates_in(k)) for k, place in enumerate(places)}
    held = {p: position.digit_in(k) for k, p in enumerate(places) if position.digit_in(k)}
    return Board(left, held, {p: {solution.cells[k]} for k, p in enumerate(places)})


def faults(position: Position, step: object, solution: satdoku.Puzzle) -> list[str]:
    """The false claims of a step's sentence."""
    theory = position.theory
    board, text = board_of(position, solution), sentence(theory, step)
    said = list(claims(text))
    wrong = [pattern for pattern, claim, match in said if not claim(board, match)]
    if not said and not OTHERS.match(text):
        wrong.append("no pattern reads it")
    told = set(conclusions(text.rpartition(", so ")[2] if ", so " in text else text))
    if re.search(r"can only go in|is left\.|it takes", text) and not told:
        told = set(conclusions(conclusion_text(theory, step.asserted, step.denied)))
    if told != set(conclusions(conclusion_text(theory, step.asserted, step.denied))):
        wrong.append("another conclusion")
    for cell, digit, is_placed in told:
        if (board.solution[cell] == {digit}) != is_placed:
            wrong.append(f"{cell} {digit}")
    return [f"{text}: {fault}" for fault in wrong]


def test_every_claim_of_a_sentence_is_true_of_its_position() -> None:
    seen, names, wrong = 0, set[str](), list[str]()
    more = (puzzle.line for puzzle in satdoku.generate(STEPS // 20, seed=41))
    for line in (*PUZZLES, *more):
        if seen >= STEPS:
            break
        for scale in ("se", "satdoku"):
            found = satdoku.explain(line, scale=scale)
            solution = found.end.board
            for position, step in found.positions():
                seen += 1
                names.add(step.name)
                wrong += faults(position, step, solution)
    assert seen >= STEPS and len(names) > 12
    assert not wrong, "\n".join(wrong[:9])


@pytest.mark.parametrize(
    ("said", "made"),
    [
        ("only go in r2c4", "only go in r2c5"),
        ("all places for 8", "all places for 6"),
        ("6 and 9 can only go", "6 and 8 can only go"),
        ("r6c5, so nothing", "r4c5, so nothing"),
        ("one of r4c3 and r9c9", "one of r4c3 and r5c5"),
    ],
)
def test_the_reader_knows_a_false_sentence(said: str, made: str) -> None:
    puzzle = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."
    found = satdoku.explain(puzzle)
    for position, step in found.positions():
        text = sentence(position.theory, step)
        if said not in text:
            continue
        board = board_of(position, found.end.board)
        right, wrong = claims(text), claims(text.replace(said, made))
        assert all(claim(board, match) for _, claim, match in right)
        assert not all(claim(board, match) for _, claim, match in wrong)
        return
    raise AssertionError(f"no step says {said!r}")


LINE = re.compile(r"in (?P<where>(?:row|column|box) \d|r\d+c\d+), ")


def test_every_line_of_a_forcing_chain_is_true_where_it_stands() -> None:
    """Each placed digit has no rival left: all others are denied by what the line names."""
    seen = 0
    for line in (PUZZLES[1], HARD):
        for position, step in satdoku.explain(line).positions():
            if not step.retold:
                continue
            state = board_of(position, position.board)
            known: dict[tuple[int, int], int] = {}
            for text in step_lines(position.theory, step):
                seen += check_line(state, known, text.strip())
    assert seen > 40


def check_line(board: Board, known: dict[tuple[int, int], int], text: str) -> int:
    """1 if every claim of one line is checked, else 0; `known`: what was supposed and placed."""
    if match := re.match(r"suppose (r\d+c\d+)=(\d)$", text):
        known.clear()
        known[board.cells_of(match[1])[0]] = int(match[2])
        return 0
    if match := re.match(r"in (r\d+c\d+), only (\d) is left(?: \((.*)\))?$", text):
        [target], digit, why = board.cells_of(match[1]), int(match[2]), match[3] or ""
        left = set(board.left(target))
        for reason in re.finditer(r"(r\d+c\d+)=(\d) takes (\d)", why):
            [source] = board.cells_of(reason[1])
            assert known[source] == int(reason[2]) == int(reason[3]) and sees_it(source, target)
            left.discard(int(reason[3]))
        known[target] = digit
        assert "<>" in why or left == {digit}, text
        return "<>" not in why
    match = re.match(
        r"in ((?:row|column|box) \d), (\d) can only go in (r\d+c\d+)(?: \((.*)\))?$", text
    )
    if not match:
        return 0
    taken, why, digit = set(), match[4] or "", int(match[2])
    for reason in re.finditer(r"(r\d+c\d+)=(\d) takes ((?:r\d+c\d+(?:, | and )?)+)(?=, |$)", why):
        [source] = board.cells_of(reason[1])
        assert known[source] == int(reason[2]), text
        for cell in board.cells_of(re.sub(r", r\d+c\d+=.*", "", reason[3])):
            assert cell == source or (known[source] == digit and sees_it(source, cell)), text
            taken.add(cell)
    [target] = board.cells_of(match[3])
    known[target] = digit
    if "<>" in why:
        return 0
    assert board.places(match[1], digit) - taken == {target}, text
    return 1


def sees_it(a: tuple[int, int], b: tuple[int, int]) -> bool:
    box = [((r - 1) // 3, (c - 1) // 3) for r, c in (a, b)]
    return a[0] == b[0] or a[1] == b[1] or box[0] == box[1]
