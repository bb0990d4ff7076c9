"""What counts as an answer: texts in many languages and layouts that claim a solution, and texts
with the same digits that claim nothing."""

import json

import pytest

import satdoku
from satdoku.datasets.answers.words import meaning, sections

PUZZLE = satdoku.parse(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
GRID = satdoku.solve(PUZZLE).line
ROWS = [GRID[i : i + 9] for i in range(0, 81, 9)]
BOARD = "\n".join(" ".join(row) for row in ROWS)
BLANKS = [cell for cell, digit in enumerate(PUZZLE.cells) if not digit]
OTHER = {str(d): str(d % 9 + 1) for d in range(1, 10)}


def told(form):
    """Return a line for each blank cell."""
    return "\n".join(
        form.format(
            c=f"r{cell // 9 + 1}c{cell % 9 + 1}",
            r=cell // 9 + 1,
            k=cell % 9 + 1,
            L="ABCDEFGHI"[cell // 9],
            d=GRID[cell],
            o=OTHER[GRID[cell]],
            n=number,
        )
        for number, cell in enumerate(BLANKS, 1)
    )


MOVES = [{"r": cell // 9 + 1, "c": cell % 9 + 1, "v": int(GRID[cell])} for cell in BLANKS]
BY_NAME = {f"r{move['r']}c{move['c']}": move["v"] for move in MOVES}
GRIDS = [[[int(digit) for digit in row] for row in ROWS]]
GRIDS.append([[int(OTHER[str(digit)]) for digit in row] for row in GRIDS[0]])

CLAIMED = [
    json.dumps({"moves": MOVES}),
    json.dumps([{"cell": cell, "digit": digit} for cell, digit in BY_NAME.items()]),
    json.dumps([move | {"technique": "naked single"} for move in MOVES]),
    json.dumps({"final_grid": GRIDS[0], "previous_grid": GRIDS[1]}),
    json.dumps({"function": {"name": "answer", "arguments": json.dumps({"board": GRIDS[0]})}}),
    repr(BY_NAME),
    f"np.array({GRIDS[0]})",
    f"إليك الحل:\n{BOARD}",
    told("الصف {r}، العمود {k}: {d}"),
    f"Oto rozwiązanie:\n{BOARD}",
    f"İşte çözüm:\n{BOARD}",
    f"यह समाधान है:\n{BOARD}",
    f"Hier ist die vollständige Lösung:\n{BOARD}",
    f"{BOARD}\nLet me know if you'd like an explanation of the steps.",
    f"Here you go:\n```\n{BOARD}\n```\nLet me know if you want the steps!",
    f"Voici la solution :\n\n{BOARD}\n\nJ'espère que cela vous aide !",
    f"Aquí está la solución:\n{BOARD}\n¡Espero que te sirva!",
    f"Ecco la soluzione:\n{BOARD}",
    f"Aqui está a solução:\n{BOARD}",
    f"解答は以下の通りです：\n{BOARD}",
    f"解答如下：\n{BOARD}\n希望对你有帮助！",
    f"정답은 다음과 같습니다:\n{BOARD}",
    f"Вот решение:\n{BOARD}",
    f"Çözüm:\n{BOARD}",
    f"Hier is de oplossing:\n{BOARD}",
    f"{BOARD}\n\nI verified that each row, column and box contains the digits 1-9 exactly once.",
    f"The answer is {GRID}.",
    f"**Answer:** {GRID}",
    f"\\boxed{{{GRID}}}",
    "\n".join(f"[{', '.join(row)}]" for row in ROWS),
    f"First I filled the naked singles.\n\nFinal solution:\n{BOARD}",
    f"A slip: two 5s in row 3. Corrected:\n{BOARD}",
    f"Puzzle: {PUZZLE.line}\nSolution: {GRID}",
    json.dumps({"result": {"board": [[int(d) for d in row] for row in ROWS]}}),
    json.dumps({"thoughts": "r1c3 = 9?", "answer": BOARD}),
    "let board = [\n" + "\n".join(f"    [{', '.join(row)}]," for row in ROWS) + "\n];",
    f"<|channel|>analysis<|message|>r1c3 = 9?<|end|><|channel|>final<|message|>{BOARD}<|return|>",
    f"<tool_call>{json.dumps({'name': 'say', 'arguments': {'answer': BOARD}})}</tool_call>",
    told("{L}{k} = {d}"),
    told("- Place {d} at row {r}, column {k}."),
    told("Cell ({r},{k}): {d}"),
    told("So {c} must be {d}."),
    told("{c} = {d} (hidden single in box)"),
    told("{c} = {d} because it is the last candidate."),
    told("Zeile {r}, Spalte {k}: {d}"),
    told("ligne {r}, colonne {k} : {d}"),
    told("строка {r}, столбец {k}: {d}"),
    told("{r}行{k}列は{d}"),
    told("Step {n}: {c} = {d}"),
    told("{n}. {c} = {d}"),
]


@pytest.mark.parametrize("text", CLAIMED)
def test_what_claims_the_solution_is_right(text):
    assert satdoku.score_answer(text, PUZZLE).right


@pytest.mark.parametrize("text", CLAIMED)
def test_with_a_wrong_digit_it_is_not(text):
    wrong = text.replace(GRID[:9], GRID[:8] + OTHER[GRID[8]])
    wrong = wrong.replace(" ".join(GRID[:9]), " ".join(GRID[:8] + OTHER[GRID[8]]))
    wrong = wrong.replace(", ".join(GRID[:9]), ", ".join(GRID[:8] + OTHER[GRID[8]]))
    if wrong == text:  # placements
        *lines, last = text.splitlines()
        digit = GRID[BLANKS[-1]]
        at = last.rindex(digit)
        wrong = "\n".join([*lines, last[:at] + OTHER[digit] + last[at + 1 :]])
    assert wrong != text
    assert not satdoku.score_answer(wrong, PUZZLE).right


UNCLAIMED = [
    json.dumps({"eliminated": MOVES}),
    json.dumps({"not_solution": GRIDS[0]}),
    json.dumps([move | {"status": "eliminated"} for move in MOVES]),
    json.dumps({"solution_1": GRIDS[1], "solution_2": GRIDS[0]}),
    repr({"eliminated": BY_NAME}),
    f"Solution 1:\n{BOARD.translate(str.maketrans(OTHER))}\n\nSolution 2:\n{BOARD}",
    f"{BOARD}\n\n以上答案是错误的。",
    f"可能的答案（不确定）：\n{BOARD}",
    f"यह समाधान नहीं है:\n{BOARD}",
    f"นี่ไม่ใช่คำตอบ:\n{BOARD}",
    f"Maybe this is the solution:\n{BOARD}",
    f"For example:\n{BOARD}",
    f"Previous answer:\n{BOARD}",
    f"The user wrote:\n{BOARD}",
    f"One candidate solution:\n{BOARD}",
    f"My guess:\n{BOARD}",
    f"Is this the solution?\n{BOARD}",
    f"A wrong answer would be:\n{BOARD}",
    f"If the solution is:\n{BOARD}\nthen row 1 is full.",
    f"{BOARD}\nI am not sure about this.",
    f"Solution:\n{BOARD}\nScratch that.",
    f"{BOARD}\nThis is incorrect.",
    f"{BOARD}\nDas ist falsch.",
    f"{BOARD}\nC'est faux.",
    f"{BOARD}\nWait, that has two 5s in row 3.",
    f"Solution:\n{BOARD}\nNope.",
    f"Solution:\n{BOARD}\n\nThe solution above is a guess.",
    f"Solution:\n{BOARD}\nChange r1c3 to 9.",
    f"<answer>{BOARD}</answer>\n<answer>I give up</answer>",
    f"<blockquote>{BOARD}</blockquote>",
    f"<|channel|>analysis<|message|>{BOARD}<|end|>",
    told("Probably {c} = {d}"),
    told("If {c} = {d} then ok."),
    told("{c} = {d} maybe"),
    told("{c} = {d} vielleicht"),
    told("{c} = {d} peut-être"),
    told("Quizás {c} = {d}"),
    told("{c} は {d} かもしれない"),
    told("{c} 可能是 {d}"),
    told("{c} could be {d}"),
    told("{c} is {d} or {o}"),
    told("Before: {c} = {d}"),
    told("Remove {d} from {c}"),
    told("x {c} = {d}"),
    told("[ ] {c} = {d}"),
    told("<s>{c} = {d}</s>"),
    told("Assuming {c} = {d}"),
    told("{c} = {d} because I guess"),
    told("{c} = {d} ❌"),
    told("He says {c} = {d}"),
    told("{c} = {d}") + "\nClear all of them.",
    told("{c} = {d}") + "\n" + told("{c} is not {d}"),
    "Impossible:\n" + told("{c} = {d}"),
]


@pytest.mark.parametrize("text", UNCLAIMED)
def test_what_claims_nothing_earns_nothing(text):
    score = satdoku.score_answer(text, PUZZLE)
    assert score.score == 0
    assert score.verdict in ("not read", "wrong cells")


def test_the_words_of_an_answer_deny_nothing():
    """A word that denies or doubts would make any sentence a claim."""
    denying = {
        "not",
        "no",
        "never",
        "wrong",
        "false",
        "incorrect",
        "maybe",
        "perhaps",
        "if",
        "unless",
        "or",
        "old",
        "nicht",
        "kein",
        "falsch",
        "pas",
        "non",
        "faux",
        "si",
        "nunca",
        "不",
        "没",
        "ない",
        "не",
        "нет",
    }
    for section in ("claim", "given", "check", "glue", "place"):
        assert not sections()[section] & denying, section
    assert meaning("This is not the solution:") == "unknown"
    assert meaning("There are no conflicts and no cell is wrong.") != "unknown"
