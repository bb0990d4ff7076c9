"""How answers are read: right ones in a thousand shapes, and attempts to earn without solving."""

import json
import random
from itertools import product

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import satdoku
from satdoku.cli.main import cli
from satdoku.datasets.answers import read_answer

NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
KILLER = "9x9+killer:8:r1c1,r1c2+killer:17:r1c3,r1c4,r1c5"
PUZZLES = [
    ("....43..1.....4.", "4x4"),
    (NINE, "9x9"),
    (NINE, KILLER),
    (".2.....36......35...2....6...1....34", "6x6"),
]


def solved(line, layout):
    """Return a puzzle that is proper, and its rows as texts."""
    puzzle = satdoku.parse(line, layout)
    cells = satdoku.solution(puzzle).cells
    n = puzzle.layout.size
    assert satdoku.count(puzzle, limit=2) == 1
    rows = [cells[i : i + n] for i in range(0, n * n, n)]
    return puzzle, [[puzzle.layout.symbols[d - 1] for d in row] for row in rows]


CASES = [solved(*case) for case in PUZZLES]


def plain(rows, between):
    return "\n".join(between.join(row) for row in rows)


def labelled(rows, label, after, between):
    return "\n".join(f"{label}{i}{after}{between.join(row)}" for i, row in enumerate(rows, 1))


def table(rows, header, side):
    n = len(rows)
    counted = range(1, n + 1)
    heads = {"digits": list(map(str, counted)), "names": [f"C{i}" for i in counted]}
    first = heads.get(header, [" "] * n)
    lines = [first, ["---"] * n, *rows] if header else [rows[0], ["---"] * n, *rows[1:]]
    if side:
        names = [side.format(i) for i in range(1, n + 1)]
        labels = [" ", "---", *names] if header else [names[0], "---", *names[1:]]
        lines = [[label, *line] for label, line in zip(labels, lines, strict=True)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def latex(rows, kind):
    body = " \\\\\n\\hline\n".join(" & ".join(row) for row in rows)
    return (
        f"\\begin{{{kind}}}{{{'|c' * len(rows)}|}}\n\\hline\n{body} \\\\\n\\hline\n\\end{{{kind}}}"
    )


def numbers(rows):
    return [[int(mark) for mark in row] for row in rows]


def cells(rows, form, between):
    told = ((r, c, mark) for r, row in enumerate(rows, 1) for c, mark in enumerate(row, 1))
    return between.join(form.format(r=r, c=c, d=d) for r, c, d in told)


def ruled(rows):
    height = {4: 2, 6: 2, 9: 3}[len(rows)]
    lines = [" ".join(row) for row in rows]
    rule = "-" * len(lines[0])
    return "\n".join(
        line + ("\n" + rule if i % height == 0 else "") for i, line in enumerate(lines, 1)
    )


#: The bodies of answers: functions of the rows of the solution and the puzzle's line.
BODIES = {
    **{
        f"plain {b!r}": lambda rows, line, b=b: plain(rows, b)
        for b in ("", " ", ", ", " | ", "\t")
    },
    "line": lambda rows, line: plain(rows, "").replace("\n", ""),
    "ruled, compact": lambda rows, line: plain(rows, "").replace("\n", f"\n{'-' * len(rows)}\n"),
    "line with spaces": lambda rows, line: plain(rows, " ").replace("\n", "  "),
    "ruled": lambda rows, line: ruled(rows),
    **{
        f"labels {label}{after}{between}": lambda rows, line, a=label, b=after, c=between: labelled(
            rows, a, b, c
        )
        for label in ("Row ", "R", "row", "**Row ")
        for after in (": ", " | ", " -> ")
        for between in ("", " ", ", ")
    },
    **{
        f"table {head} {side}": lambda rows, line, a=head, b=side: table(rows, a, b)
        for head in ("digits", "names", "none", "")
        for side in ("", "{}", "R{}", "Row {}", "**{}**")
    },
    **{f"latex {kind}": lambda rows, line, k=kind: latex(rows, k) for kind in ("array", "tabular")},
    "pmatrix": lambda rows, line: latex(rows, "pmatrix").replace("\\hline\n", ""),
    "boxed": lambda rows, line: "\\boxed{" + "".join("".join(row) for row in rows) + "}",
    "json lists": lambda rows, line: json.dumps(numbers(rows)),
    "json indented": lambda rows, line: json.dumps(numbers(rows), indent=2),
    "json grid": lambda rows, line: json.dumps({"grid": numbers(rows)}),
    "json solution, puzzle": lambda rows, line: json.dumps(
        {"solution": plain(rows, "").replace("\n", ""), "puzzle": line}
    ),
    "json puzzle, solution": lambda rows, line: json.dumps(
        {"puzzle": line, "solution": plain(rows, "").replace("\n", "")}
    ),
    "json rows": lambda rows, line: json.dumps(
        {f"row{i}": row for i, row in enumerate(numbers(rows), 1)}
    ),
    "json strings": lambda rows, line: json.dumps({"answer": plain(rows, " ")}),
    "json of cells": lambda rows, line: json.dumps(
        {f"r{r}c{c}": d for r, row in enumerate(numbers(rows), 1) for c, d in enumerate(row, 1)}
    ),
    **{
        f"cells {form}": lambda rows, line, f=form: cells(rows, f, "\n")
        for form in ("r{r}c{c}={d}", "R{r}C{c} -> {d}", "({r}, {c}) = {d}", "[{r} {c} {d}]",
                     "[{r}, {c}, {d}]", "- r{r}c{c} must be {d}", "row {r}, column {c}: {d}",
                     "R{r}C{c}: **{d}**")
    },
}  # fmt: skip
#: What stands around them.
AROUND = [
    "{}",
    "Here is the solution:\n\n{}\n\nEach row, column and box holds every digit once.",
    "```\n{}\n```",
    "<think>If r1c1 = 9 then no. 123456789?</think>\n{}",
    "<answer>\n{}\n</answer>",
    "<answer>I am not sure</answer> so once more <answer>{}</answer> done.",
    "The puzzle is PUZZLE and so the answer:\n\n{}",
    "**Final answer**\n\n{}\n",
    "r1c1 cannot be 4, since then r2c2 = 3 is impossible.\n\n{}",
    "## Solution\n\n{}\n\n---\nLet me know if you want the steps.",
    "$$\\boxed{\n{}\n}$$",
    "Step 1. Box 1 needs a 3.\nStep 2. Row 2 needs a 1.\n\nThe result:\n{}",
]


#: The puzzles that are told in over a thousand shapes; one of two 9×9 boards runs always.
SHAPED = [
    pytest.param(case, id=layout, marks=[pytest.mark.slow] if layout == "9x9" else [])
    for case, (_, layout) in enumerate(PUZZLES)
]


@pytest.mark.parametrize("case", SHAPED)
def test_right_answers_in_a_thousand_shapes(case):
    puzzle, rows = CASES[case]
    wrong, unread, number = [], [], 0
    for (name, body), around in product(BODIES.items(), AROUND):
        number += 1
        answer = around.replace("PUZZLE", puzzle.line).replace("{}", body(rows, puzzle.line))
        score = satdoku.score_answer(answer, puzzle)
        if score.verdict == "not read":
            unread.append((name, around))
        elif not score.right:
            wrong.append((name, around, score))
    assert number >= 1000
    assert not wrong
    assert len(unread) <= number / 100, unread


@pytest.mark.parametrize("case", SHAPED)
def test_two_digits_exchanged_are_wrong_in_every_shape(case):
    puzzle, rows = CASES[case]
    first = next(i for i, d in enumerate(puzzle.cells) if not d)
    r, c = divmod(first, len(rows))
    other = [list(row) for row in rows]
    other[r][c] = next(mark for mark in puzzle.layout.symbols if mark != rows[r][c])
    for (name, body), around in product(BODIES.items(), AROUND):
        answer = around.replace("PUZZLE", puzzle.line).replace("{}", body(other, puzzle.line))
        score = satdoku.score_answer(answer, puzzle, parts=True)
        assert not score.right, (name, around, score)


def attempts(puzzle):
    """Yield answers that solve nothing."""
    n, line = puzzle.layout.size, puzzle.line
    symbols = puzzle.layout.symbols
    for mark in symbols:
        yield mark * n * n
        yield "".join(mark if cell == "." else cell for cell in line)
    sees = [set() for _ in line]
    for house in puzzle.layout.houses:
        for cell in house.cells:
            sees[cell].update(house.cells)
    for seed in range(70):  # any digit that fits, cell by cell
        rng, filled = random.Random(seed), list(puzzle.cells)
        for cell in range(n * n):
            if not filled[cell]:
                free = set(range(1, n + 1)) - {filled[other] for other in sees[cell]}
                filled[cell] = rng.choice(sorted(free)) if free else 0
        yield "".join(symbols[d - 1] if d else "." for d in filled)
    for order in (symbols, symbols[::-1]):  # the first digit that fits, with and without looking
        for grows in (True, False):
            filled = list(puzzle.cells)
            seen = filled if grows else puzzle.cells
            for cell in range(n * n):
                if not puzzle.cells[cell]:
                    used = {seen[other] for other in sees[cell]}
                    free = [d for m in order for d in [symbols.index(m) + 1] if d not in used]
                    filled[cell] = free[0] if free else 0
            yield "".join(symbols[d - 1] if d else "." for d in filled)
    yield from ("", line, "<answer></answer>", f"<answer>{line}</answer>", "I cannot solve this.")
    grid = satdoku.solution(puzzle)
    true = {i: symbols[grid.cells[i] - 1] for i, d in enumerate(puzzle.cells) if not d}
    cell, mark = next(iter(true.items()))
    at = puzzle.layout.cell_name(cell)
    yield from (
        f"{at} = {mark} is wrong",
        f"If {at} = {mark} then there is a contradiction.",
        f"Is {at} = {mark}?",
        f"{at} is not {mark}.",
        f"{at} = {mark} or {at} = 1.",
        f"Suppose {at} = {mark}.",
        f"You said: “{at} = {mark}”",
        f"> {at} = {mark}",
        f"{at} isn't {mark}",
        f"{at} ≠ {mark}",
        f"maybe {at} = {mark}",
        f"{at} = {mark}",
    )
    named = [(puzzle.layout.cell_name(c), m) for c, m in true.items()]
    yield "\n".join(f"If {name} = {m}, a clash follows" for name, m in named)
    yield "\n".join(f"{name} = {m}?" for name, m in named)
    yield "<think>" + "".join(symbols[d - 1] for d in grid.cells) + "</think>"


@pytest.mark.parametrize("parts", [False, True])
@pytest.mark.parametrize("case", range(len(CASES)), ids=[layout for _, layout in PUZZLES])
def test_nobody_earns_without_solving(case, parts):
    puzzle, _ = CASES[case]
    tried = list(attempts(puzzle))
    earned = [(a, s) for a in tried if (s := satdoku.score_answer(a, puzzle, parts=parts)).score]
    assert len(tried) >= 100
    # a board that is full and legal is right, however it came about: small ones may be by luck
    assert all(s.right and puzzle.layout.size < 9 for _, s in earned), earned


def test_parts_of_a_board_earn_what_is_beyond_guessing():
    puzzle, rows = CASES[1]
    flat = [mark for row in rows for mark in row]
    scores = []
    for left in (1, 5, 20, 50):
        open_ = [i for i, d in enumerate(puzzle.cells) if not d][:left]
        answer = "".join("." if i in open_ else mark for i, mark in enumerate(flat))
        scores.append(satdoku.score_answer(answer, puzzle, parts=True).score)
        assert satdoku.score_answer(answer, puzzle).score == 0
    assert 1 > scores[0] > scores[1] > scores[2] > scores[3] == 0


VERDICTS = [
    ("no board here", "not read"),
    ("................", "givens changed"),
    (None, "not read"),
    (b"\xff\xfe", "not read"),
    (3.5, "not read"),
    ([], "not read"),
    ({"a": [1]}, "not read"),
    ("123456789\n" * 9, "not legal"),
    ("r1c1 = 7", "not legal"),
    ("r9c9 = 1", "not legal"),
    ("1134431214233241", "wrong cells"),
    ("2134431214233243", "wrong cells"),
    ("2134131214233241", "givens changed"),
    ("2134431214233241", "right"),
    (b"2134431214233241", "right"),
    ([[2, 1, 3, 4], [4, 3, 1, 2], [1, 4, 2, 3], [3, 2, 4, 1]], "right"),
]


@pytest.mark.parametrize(("answer", "verdict"), VERDICTS)
def test_verdicts(answer, verdict):
    assert satdoku.score_answer(answer, "....43..1.....4.").verdict == verdict


def test_a_board_far_from_the_end_of_a_long_answer_is_read():
    puzzle, rows = CASES[1]
    board = "\n".join("".join(row) for row in rows)
    prose = "Why so? Row 1 has no place for a 3, and in box 2 there are 4 cells for 7. " * 14_000
    assert satdoku.score_answer(f"{board}\n{prose}", puzzle).right
    assert satdoku.score_answer(f"{prose}\n{board}\n{prose}", puzzle).right
    assert satdoku.score_answer(prose, puzzle).verdict == "not read"


@pytest.mark.parametrize("entry", [None, 3, [1, 2], b"1"])
def test_an_entry_that_is_no_puzzle_is_an_error_in_one_line(entry):
    with pytest.raises(satdoku.ParseError, match="must be a puzzle, a text or a record, not"):
        satdoku.score_answer("2134431214233241", entry)


def test_arrays_are_read():
    np = pytest.importorskip("numpy")
    grid = np.array([[2, 1, 3, 4], [4, 3, 1, 2], [1, 4, 2, 3], [3, 2, 4, 1]])
    assert satdoku.score_answer(grid, "....43..1.....4.").right


def test_several_and_no_solutions():
    assert satdoku.score_answer("r1c1 = 1", "." * 16).verdict == "several answers"
    assert satdoku.score_answer("2134431214233241", "." * 16).verdict == "right"
    assert satdoku.score_answer("1134431214233241", "11" + "." * 14).verdict == "not legal"


def test_the_rules_of_a_record_count():
    record = {"puzzle": "." * 16, "layout": "4x4+diagonal"}
    puzzle = satdoku.parse("." * 16, "4x4+diagonal")
    right = next(iter(satdoku.solutions(puzzle, limit=1))).line
    grids = [found.line for found in satdoku.solutions("." * 16)]
    plain_only = next(g for g in grids if not satdoku.count(satdoku.parse(g, "4x4+diagonal")))
    assert satdoku.score_answer(right, record).right
    for entry in (record, {"metadata": {"puzzle": "." * 16}, "layout": "4x4+diagonal"}):
        assert not satdoku.score_answer(plain_only, entry).right
        assert not satdoku.score_answers([plain_only], [entry])[0].right


@given(st.text(alphabet="0123456789.|[]{}(),:=rcRC<>answerthink/\\&\n \"'-?", max_size=300))
def test_any_text_has_a_verdict(text):
    puzzle, _ = CASES[0]
    score = satdoku.score_answer(text, puzzle, parts=True)
    assert score.score == float(score.right) or score.verdict == "wrong cells"
    said = read_answer(text, puzzle)
    assert said is None or len(said.cells) == 16


RECORDS = [
    {"puzzle": NINE, "answer": "SOLUTION"},
    {"question": NINE, "completion": "SOLUTION"},
    {"board": [[int(d) if d != "." else 0 for d in NINE[i : i + 9]] for i in range(0, 81, 9)],
     "output": "SOLUTION", "answer": "what the set says"},
    {"prompt": f"Solve this Sudoku, row by row.\n\n{NINE}\n\nGood luck.", "response": "SOLUTION"},
    {"messages": [{"role": "user", "content": f"Please solve\n{NINE}"},
                  {"role": "assistant", "content": "The answer: SOLUTION"}]},
    {"initial_board": NINE, "rows": 9, "cols": 9, "title": "x", "prediction": "SOLUTION"},
]  # fmt: skip


@pytest.mark.parametrize("record", RECORDS, ids=[", ".join(record)[:40] for record in RECORDS])
def test_columns_as_people_have_them(record, tmp_path):
    solution = satdoku.solution(NINE).line
    wrong = ("9" if solution[2] != "9" else "8").join((solution[:2], solution[3:]))
    path = tmp_path / "answers.jsonl"
    lines = [json.dumps(record).replace("SOLUTION", answer) for answer in (solution, wrong)]
    path.write_text("\n".join(lines))
    result = CliRunner().invoke(cli, ["dataset", "score", str(path)], standalone_mode=False)
    assert result.return_value == 1, result
    rows = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    assert [row["verdict"] for row in rows] == ["right", "wrong cells"]


def test_unknown_columns_are_named(tmp_path):
    for record, says in (
        ({"puzzle": NINE, "reply": "1"}, "the keys are puzzle, reply"),
        ({"grid_text": NINE, "answer": "1"}, "its keys are grid_text, answer"),
    ):
        path = tmp_path / "answers.jsonl"
        path.write_text(json.dumps(record))
        result = CliRunner().invoke(cli, ["dataset", "score", str(path)], standalone_mode=False)
        assert says in str(result.exception)
        assert "line 1" in str(result.exception)
