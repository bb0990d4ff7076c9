"""Scores of answers and placements, against definitions spelled out."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import satdoku
from satdoku.cli.main import cli
from satdoku.errors import ParseError, PuzzleError
from satdoku.logic.position import Position

PUZZLE = "....43..1.....4."
GRID = "2134431214233241"


@pytest.mark.parametrize(
    ("answer", "score", "right"),
    [
        (GRID, 1.0, True),
        ("In 3 tries:\n2134\n4312\n1423\n3241\nGood luck!", 1.0, True),
        (f"<answer>{PUZZLE}</answer> no: <ANSWER>{GRID}</ANSWER>", 1.0, True),
        ("2 1 3 4\n4 3 1 2\n1 4 2 3\n3 2 4 1", 1.0, True),
        (PUZZLE, 0.0, False),
        ("r1c1: 2, r1c2=1", 2 / 12, False),
        ("r1c1: 2, r1c2=4", 1 / 12, False),
        (GRID[:-1] + "3", 11 / 12, False),
        ("3" + GRID[1:4] + "1" + GRID[5:], 0.0, False),
        ("no idea", 0.0, False),
        ("r9c1=2", 0.0, False),
    ],
)
def test_answers_in_many_words(answer, score, right):
    found = satdoku.score_answer(answer, PUZZLE)
    assert found.right_cells == pytest.approx(12 * score)
    assert (found.score, found.right) == (float(right), right), "strict: all or nothing"


ROWS = [GRID[i : i + 4] for i in range(0, 16, 4)]
ECHO = "\n".join(PUZZLE[i : i + 4] for i in range(0, 16, 4))
CELLS = [(r, c, GRID[4 * r + c - 5]) for r in range(1, 5) for c in range(1, 5)]


@pytest.mark.parametrize(
    "answer",
    [
        "First, r1c3 = 1? No. So r1c3: 4 or r1c3=3 …\nFinal grid:\n" + "\n".join(ROWS),
        "I try r1c1 = 4.\n" + GRID,
        *(
            "\n".join(f"{label} {i}{after}{between.join(row)}" for i, row in enumerate(ROWS, 1))
            for label in ("Row", "R", "- **row")
            for after in (": ", " | ", ":** ", " -> ")
            for between in ("", " ", ", ", " | ")
        ),
        "Row 1: 1 1 1 1\nno:\n" + "\n\n".join(f"Row {i}: {row}" for i, row in enumerate(ROWS, 1)),
        *(
            ", ".join(form.format(r=r, c=c, d=d) for r, c, d in CELLS)
            for form in (
                "({r},{c}) = {d}",
                "({r}, {c}): {d}",
                "R{r}C{c} -> {d}",
                "r{r}c{c} → {d}",
                "row {r}, column {c}: {d}",
                "r{r} c{c} is {d}",
                "Row {r} Col {c} := {d}",
            )
        ),
        "\n".join(ROWS) + "\n\nThe puzzle was:\n" + ECHO,
        "\n".join(ROWS) + "\n\n" + ECHO,
        GRID + "\n" + PUZZLE,
        f"Solution: {GRID}\nPuzzle: {PUZZLE}",
        ECHO + "\n\nbecomes\n\n" + "\n".join(ROWS) + "\n\nwith r1c1=2 and r1c2=3?",
        "\n".join(f"Row {i}: {row}" for i, row in enumerate(ROWS, 1))
        + "\nof\n"
        + "\n".join(f"Row {i}: {row}" for i, row in enumerate(ECHO.split(), 1)),
        "half:\n2134\n4312\n....\n....\nand "
        + " ".join(f"r{r}c{c}={d}" for r, c, d in CELLS if r > 2),
    ],
)
def test_a_right_answer_in_any_form_is_right(answer):
    found = satdoku.score_answer(answer, PUZZLE)
    assert found.right and found.score == 1.0, found
    assert satdoku.score_answers([answer], [PUZZLE]) == [found]


@pytest.mark.parametrize(
    "answer",
    [
        "\n".join(ROWS[::-1]),
        "\n".join(f"Row {i}: {row}" for i, row in enumerate(ROWS[::-1], 1)),
        f"{GRID}\n\nno:\n\n{GRID[:-1]}3",
        ", ".join(f"({r},{c}) = {d}" for r, c, d in CELLS) + ", (1,1) = 1",
        ECHO,
    ],
)
def test_a_wrong_answer_in_any_form_is_wrong(answer):
    assert not satdoku.score_answer(answer, PUZZLE).right


def test_entries_of_any_shape_and_puzzles_that_are_not_proper():
    gym = {"metadata": {"puzzle": [[0] * 4, [4, 3, 0, 0], [1, 0, 0, 0], [0, 0, 4, 0]]}}
    assert satdoku.score_answer(GRID, gym).right
    assert satdoku.score_answer(GRID, {"puzzle": PUZZLE}).right
    assert satdoku.score_answer(GRID, "." * 16).right
    assert not satdoku.score_answer(GRID[::-1].replace("1", "2"), "." * 16).right
    assert satdoku.score_answer(GRID, "11" + "." * 14).score == 0
    with pytest.raises(ParseError, match="no puzzle"):
        satdoku.score_answer(GRID, {"riddle": 1})


def test_placements_are_judged_as_a_person_would():
    puzzles = list(satdoku.generate(30, seed=3))
    rng = np.random.default_rng(1)
    boards, cells, digits, wanted = [], [], [], []
    for puzzle in puzzles:
        grid, position = satdoku.solution(puzzle), Position.of(puzzle)
        for _ in range(20):
            cell = int(rng.choice([c for c in range(81) if not puzzle.cells[c]]))
            digit = grid.cells[cell] if rng.random() < 0.7 else int(rng.integers(1, 10))
            possible = [position.candidates_in(c) for c in range(81)]
            here = [house for house in puzzle.layout.houses if cell in house.cells]
            single = possible[cell] == [digit] or any(
                [c for c in house.cells if digit in possible[c]] == [cell] for house in here
            )
            boards.append(puzzle)
            cells.append(cell)
            digits.append(digit)
            wanted.append((grid.cells[cell] == digit, single and digit in possible[cell]))
    found = satdoku.score_placements(boards, np.array(cells), np.array(digits))
    assert list(zip(found.right.tolist(), found.follows.tolist(), strict=True)) == wanted
    assert {True, False} == set(found.follows.tolist())


def test_the_command_reads_and_writes_json_lines(tmp_path):
    records = [{"id": 1, "puzzle": PUZZLE, "answer": GRID}, {"puzzle": PUZZLE, "answer": "?"}]
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    result = CliRunner().invoke(cli, ["dataset", "score", str(path)], standalone_mode=False)
    rows = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    assert [(row.get("id"), row["score"]) for row in rows] == [(1, 1.0), (None, 0.0)]
    assert result.return_value == 1
    good = json.dumps(records[0])
    for bad, says in [
        ("{}", "line 3: expected"),
        ("[", "line 3"),
        ('{"answer": 1}', "line 3: the record holds"),
        ('{"answer": 1, "puzzle": "12"}', "line 3"),
        ('{"answer": 1, "puzzle": 7}', "line 3"),
    ]:
        path.write_text(f"{good}\n\n{bad}\n{good}\n")
        result = CliRunner().invoke(cli, ["dataset", "score", str(path)], standalone_mode=False)
        assert isinstance(result.exception, ParseError)
        assert says in str(result.exception)
    path.write_text("\n")
    result = CliRunner().invoke(cli, ["dataset", "score", str(path)], standalone_mode=False)
    assert "no answer found" in str(result.exception)


def test_many_answers_score_as_each_does():
    entries = [PUZZLE, "." * 16, "11" + "." * 14, {"puzzle": PUZZLE}, PUZZLE]
    answers = [GRID, GRID, GRID, "r1c1: 2", "no idea"]
    found = satdoku.score_answers(answers, entries)
    assert found == [satdoku.score_answer(*pair) for pair in zip(answers, entries, strict=True)]
    with pytest.raises(PuzzleError, match="4 answers"):
        satdoku.score_answers(answers[1:], entries)


def test_candidates_taken_away_follow_where_a_peer_holds_the_digit():
    layout = satdoku.Layout.of_size(4)
    position = Position.of(satdoku.parse(PUZZLE))
    solution = satdoku.solution(PUZZLE).cells
    steps = [(cell, digit) for cell in range(16) for digit in range(1, 5)]
    boards = np.array([satdoku.parse(PUZZLE).cells] * len(steps), np.uint8)
    cells, digits = np.array(steps).T
    found = satdoku.score_placements(boards, cells, digits, denied=True, layout=layout)
    for (cell, digit), right, follows in zip(steps, *found, strict=True):
        assert right == (solution[cell] != digit)
        blank = not boards[0, cell]
        assert follows == (blank and digit not in position.candidates_in(cell))
    for bad in ((16, 1), (-1, 1), (0, 0), (0, 5)):
        with pytest.raises(PuzzleError, match="outside"):
            satdoku.score_placements(boards[:1], *(np.array([n]) for n in bad), layout=layout)


def test_words_after_a_cell_are_no_digits():
    said = "r1c1 is the last open cell, r1c2 is a place, so r1c1 is 2. And r1c2 = 1"
    found = satdoku.score_answer(said, PUZZLE)
    assert (found.right_cells, found.wrong_cells) == (2, 0)


def test_a_given_that_is_left_out_is_not_changed():
    partial = "2134" + "4..." + "." * 8
    found = satdoku.score_answer(partial, PUZZLE)
    assert (found.right_cells, found.wrong_cells, found.problem) == (4, 0, "")
    assert "was changed" in satdoku.score_answer("2134" + "3..." + "." * 8, PUZZLE).problem
    blanked = "".join(
        "." if mark != "." else digit for mark, digit in zip(PUZZLE, GRID, strict=True)
    )
    assert satdoku.score_answer(blanked, PUZZLE).verdict == "givens changed"
    assert satdoku.score_answer(blanked, PUZZLE, givens_may_be_blank=True).right


# -- Conversations, and what the record says ------------------------------------------------------


def said(role, content):
    return {"role": role, "content": content}


@pytest.mark.parametrize("key", ["completion", "response", "output", "messages", "answer"])
@pytest.mark.parametrize(
    ("messages", "score"),
    [
        ([said("user", GRID), said("assistant", "I do not know")], 0),
        ([said("assistant", "wait"), said("tool", GRID), said("assistant", "no idea")], 0),
        ([said("assistant", "wait"), said("tool", GRID)], 0),
        ([said("user", PUZZLE), said("assistant", GRID)], 1),
        ([said("assistant", [{"type": "text", "text": GRID}])], 1),
        ([said("assistant", [{"type": "output_text", "text": GRID}])], 1),
        ([said("assistant", [{"type": "refusal", "text": GRID}])], 0),
    ],
)
def test_the_last_message_of_the_assistant_counts_under_every_name(key, messages, score, tmp_path):
    assert satdoku.score_answer(messages, PUZZLE).score == score
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps({"puzzle": PUZZLE, key: messages}))
    result = CliRunner().invoke(cli, ["dataset", "score", str(path), "--summary"])
    assert result.stdout.startswith(f"{score} of 1 right")


DIAGONAL = "6.....2....1.2....2...34.......1...7.5...........7.46......9..5.....3...87...5.9."


def test_a_record_counts_by_its_own_solution_and_its_words():
    right = satdoku.solution(satdoku.parse(DIAGONAL, "9x9+diagonal")).line
    other = next(one.line for one in satdoku.solutions(DIAGONAL) if one.line != right)
    assert satdoku.score_answer(other, DIAGONAL).right
    words = {"rules": "Normal sudoku rules apply. Digits may not repeat on the diagonals."}
    for more in (
        {"solution": right},
        words,
        {"layout": "9x9+diagonal"},
        {**words, "solution": right},
    ):
        record = {"puzzle": DIAGONAL, **more}
        assert satdoku.score_answer(right, record).right
        assert not satdoku.score_answer(other, record).right


def test_a_false_solution_of_a_record_is_named(tmp_path):
    false = GRID[:-1] + "3"
    record = {"puzzle": PUZZLE, "solution": false, "completion": GRID}
    with pytest.raises(ParseError, match="solution does not solve its puzzle"):
        satdoku.score_answer(GRID, record)
    path = tmp_path / "one.jsonl"
    path.write_text("\n" + json.dumps(record))
    result = CliRunner().invoke(cli, ["dataset", "score", str(path)], standalone_mode=False)
    assert "line 2 of" in str(result.exception)
    record["solution"] = "see page 3"
    assert satdoku.score_answer(GRID, record).right, "what is no board says nothing"


def test_blank_lines_are_read_in_linear_time():
    board = "\n" * 20_000 + "\n\n\n".join(ROWS) + "\n" * 20_000
    assert satdoku.score_answer(board, PUZZLE).right
    assert satdoku.score_answer("\n" * 30_000, PUZZLE).verdict == "not read"
