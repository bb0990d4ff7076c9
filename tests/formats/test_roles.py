"""Which of the boards in a text is the puzzle, and what the others are."""

import pytest

from satdoku import ParseError, Puzzle, parse, parse_all
from satdoku.formats.metadata import notes_in, state

PUZZLE = "1 . . 2\n. . 3 .\n. 4 . .\n. . . ."
SOLUTION = "1 3 4 2\n4 2 3 1\n2 4 1 3\n3 1 2 4"
OTHER = "2 3 4 1\n4 1 3 2\n1 4 2 3\n3 2 1 4"
REGIONS = "1 1 1 2\n1 2 2 2\n3 3 4 4\n3 3 4 4"
LINE, FULL = "1..2..3..4......", "1342423124133124"
NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = "[[1,0,0,2],[0,0,3,0],[0,4,0,0],[0,0,0,0]]"
SOLVED_ROWS = "[[1,3,4,2],[4,2,3,1],[2,4,1,3],[3,1,2,4]]"
REGION_ROWS = "[[1,1,1,2],[1,2,2,2],[3,3,4,4],[3,3,4,4]]"
HEADS = [
    "", "---", "Output:", "Result:", "Expected:", "Answer",
    "=>", "becomes", "Final grid", "Filled:",
    "Sol:", "Lösung:", "Solución:", "## Solution", "Solver output:", "After solving:", "After",
    "Solved in 0.02 s:", "Here is what came out of it:",
]  # fmt: skip


def boards(text: str) -> list[str]:
    return [found.line for found in parse_all(text)]


@pytest.mark.parametrize("head", HEADS)
def test_a_full_board_below_its_puzzle_is_its_solution(head):
    assert boards(f"{PUZZLE}\n\n{head}\n{SOLUTION}\n") == [LINE]
    assert boards(f"{PUZZLE}\n{head}\n\n{OTHER}\n")[0] == LINE


@pytest.mark.parametrize("head", ["Output:", "", "After solving:"])
def test_a_full_board_with_other_givens_is_a_puzzle_unless_called_a_solution(head):
    assert boards(f"{PUZZLE}\n\n{head}\n{OTHER}\n") == [LINE, parse(OTHER).line]
    assert "is not of this puzzle" in parse(f"{PUZZLE}\n\nSolution:\n{OTHER}\n").kept


def test_a_full_board_below_few_givens_is_a_puzzle_of_its_own():
    few = PUZZLE.replace("2", ".").replace("3", ".")  # 2 and 3 can change places in any solution
    assert boards(f"{few}\n\n{SOLUTION}\n") == [parse(few).line, FULL]
    assert boards(f"{few}\n\nSolution:\n{SOLUTION}\n") == [parse(few).line]


@pytest.mark.parametrize("head", ["Puzzle 2", "Puzzle 2:", "Next puzzle", "#2", "2."])
def test_a_head_that_names_another_puzzle_begins_one(head):
    assert boards(f"{PUZZLE}\n\n{head}\n{SOLUTION}\n") == [LINE, FULL]


@pytest.mark.parametrize(
    "text",
    [
        f"Solution:\n{SOLUTION}\n\nPuzzle:\n{PUZZLE}\n",
        f"solution = {SOLVED_ROWS}\ngrid = {ROWS}\n",
        f'{{"solution": {SOLVED_ROWS}, "puzzle": {ROWS}}}',
        f'{{"data": {{"grids": [{{"value": {ROWS}, "solution": {SOLVED_ROWS}}}]}}}}',
        f"{LINE}\n\n{PUZZLE}\n",
        f"{PUZZLE}\n\n{LINE}\n",
    ],
)
def test_a_solution_may_stand_first_and_a_puzzle_twice(text):
    assert boards(text) == [LINE]


@pytest.mark.parametrize(
    "text",
    [
        f"puzzle: {NINE}\nsolution: {SOLVED}\n",
        f"solution: {SOLVED}\npuzzle: {NINE}\n",
        f"{NINE}\n=> {SOLVED}\n",
        f"Input: {NINE}\nOutput: {SOLVED}\n",
        f"[game]\nboard={NINE}\nsolution={SOLVED}\n",
        f"Puzzle: {NINE}\n{SOLVED}\n",
        f"$ python solve.py {NINE}\n{SOLVED}\n",
        f"AssertionError: assert '{SOLVED}' == '{NINE}'\n",
        f"{SOLVED},{NINE}\n",
    ],
)
def test_labels_in_lines_tell_the_puzzle_from_its_solution(text):
    assert boards(text) == [NINE]


def test_each_line_of_a_list_is_a_puzzle():
    assert boards(f"{NINE}\n{SOLVED}\n{NINE}\n") == [NINE, SOLVED, NINE]


def test_solutions_belong_to_the_puzzles_beside_them():
    pair = f"Solution:\n{SOLUTION}\n\nPuzzle:\n{PUZZLE}\n\n"
    other = pair.replace("4 . .", ". . .")
    assert boards(pair + other) == [LINE, parse(PUZZLE.replace("4", ".")).line]


@pytest.mark.parametrize("name", ["Solution {}:", "Solution to puzzle {}"])
def test_solutions_may_stand_behind_all_puzzles(name):
    nine = f"Puzzle 1\n{PUZZLE}\n\nPuzzle 2\n{NINE}\n\n{name.format(1)}\n{SOLUTION}\n\n"
    text = f"{nine}{name.format(2)}\n{SOLVED}\n"
    assert boards(text) == [LINE, NINE]
    assert not any(found.kept for found in parse_all(text))


@pytest.mark.parametrize("heading", ["Solutions", "## Answers", "Solutions to all puzzles:"])
def test_full_boards_below_a_heading_of_solutions_are_none(heading):
    puzzles = f"1.\n{PUZZLE}\n\n2.\n{NINE}\n\n"
    assert boards(f"{puzzles}{heading}\n\n1.\n{SOLUTION}\n\n2.\n{SOLVED}\n") == [LINE, NINE]
    assert boards(f"{NINE}\n\n{heading}\n{SOLVED}\n") == [NINE]
    turned = f"1. {NINE[::-1]}\n2. {NINE}\n\n{heading}\n1. {SOLVED[::-1]}\n2. {SOLVED}\n"
    assert boards(turned) == [NINE[::-1], NINE]
    next_one = parse(PUZZLE.replace("4", ".")).line
    assert boards(f"{puzzles}{heading}\n{SOLUTION}\n\n{next_one}\n")[2:] == [next_one]


@pytest.mark.parametrize("head", ["Got:", "Actual output", "My result:"])
def test_what_a_program_left_open_is_no_puzzle(head):
    partly = SOLUTION.replace("3 1 2 4", "0 0 0 0").replace("0", ".")
    (found,) = parse_all(f"{PUZZLE}\n\nExpected:\n{SOLUTION}\n\n{head}\n{partly}\n")
    assert found.line == LINE
    assert "what line 13 begins is no puzzle" in "".join(notes_in(found.kept))
    other = PUZZLE.replace("1", "2")
    assert boards(f"{PUZZLE}\n\n{head}\n{other}\n") == [LINE, parse(other).line]


@pytest.mark.parametrize(
    "head", ["Candidates:", "Pencil marks:", "Current:", "My progress so far:"]
)
def test_a_state_below_a_puzzle_is_its_state(head):
    (found,) = parse_all(f"{PUZZLE}\n\n{head}\n{PUZZLE.replace('. 4', '2 4')}\n")
    assert found.line == LINE
    assert state(found)[0] or state(found)[1]
    given_changed = PUZZLE.replace("1 .", "3 .")
    assert len(boards(f"{PUZZLE}\n\n{head}\n{given_changed}\n")) == 2


@pytest.mark.parametrize("head", ["Colours:", "Counts", "Cages:"])
def test_what_says_something_aside_of_cells_is_no_puzzle(head):
    (found,) = parse_all(f"{PUZZLE}\n\n{head}\n{REGIONS}\n")
    assert found.line == LINE
    assert "not read" in "".join(notes_in(found.kept))
    with pytest.raises(ParseError, match="no puzzle by its name"):
        parse(f"{head}\n{REGIONS}\n")


def test_a_mask_is_none_but_givens_are():
    mask = "1 0 0 1\n0 0 1 0\n0 1 0 0\n0 0 0 0"
    assert boards(f"{PUZZLE}\n\nfixed:\n{mask}\n") == [LINE]
    assert boards(f"Given:\n{PUZZLE}\n") == [LINE]


@pytest.mark.parametrize(
    "text",
    [
        f"{PUZZLE}\n\nRegions:\n{REGIONS}\n",
        f"Regions:\n{REGIONS}\n\nPuzzle:\n{PUZZLE}\n",
        f"grid = {ROWS}\nregions = {REGION_ROWS}\n",
        f'{{"grid": {ROWS}, "regions": {REGION_ROWS}}}',
        f'{{"grid": {ROWS}, "regions": [[0,0,0,1],[0,1,1,1],[2,2,3,3],[2,2,3,3]]}}',
    ],
)
def test_regions_are_those_of_the_puzzle(text):
    (found,) = parse_all(text)
    assert found.line == LINE
    assert found.layout.text() == "4x4/jigsaw:1112122233443344"


def test_regions_that_are_none_are_told():
    found = parse(f"{PUZZLE}\n\nRegions:\n{REGIONS.replace('4', '3')}\n")
    assert notes_in(found.kept) == ("the regions on line 7 were not read",)


def test_json_of_placements_is_read_and_other_shapes_are_refused_plainly():
    text = '{"cells":[{"row":0,"col":0,"value":1},{"row":0,"col":3,"value":2}]}'
    assert next(parse_all(text)) == Puzzle((1, 0, 0, 2, *[0] * 12), parse(PUZZLE).layout)
    for cells in ('["1..2", 3]', "[null, 1]", "[[1, 2], 3]", "[[]]"):
        with pytest.raises(ParseError) as error:
            parse(f'{{"cells": {cells}}}')
        assert "Error" not in str(error.value)
        assert "object" not in str(error.value)


@pytest.mark.parametrize("key", ["columns", "cols", "boxes"])
def test_boards_that_are_not_written_by_rows_are_refused(key):
    with pytest.raises(ParseError, match=f"written in {key}"):
        parse(f'{{"{key}": {ROWS}}}')


def test_a_link_in_a_record_does_not_beat_its_board():
    link = f"https://www.sudokuwiki.org/sudoku.htm?bd={SOLVED}"
    assert boards(f'{{"grid": {ROWS}, "source": "{link}"}}') == [LINE]
