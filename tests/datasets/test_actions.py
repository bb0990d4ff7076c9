"""Steps as tokens of actions: read as Sudoku-CTC-Reasoning writes them, and written so."""

import pytest

import satdoku
from satdoku.datasets.actions import Notes, ctc_record, played
from satdoku.errors import ParseError
from satdoku.layout import Layout

PUZZLE, GRID = "....43..1.....4.", "2134431214233241"
FOUR = Layout.of_size(4)


def test_actions_in_words_make_a_board():
    text = """I place <vl><value5><r3><c7> and <cd><+><value3><r2><c4><cd><+><value7><r2c4> here,
    <pm><+><value2><r4><c9> <pm><-><value2><r4><c9> <pm><+><value8><r1c3> <co><value3><r7><c2>
    <sl><r3><c9><r3><c8> <ds><all> then <cd><-><value7><r2><c4> <vl><value1><r6><c5>
    <cl><value0><r6><c5>"""
    notes = played(text, Layout.of_size(9))
    assert {i: d for i, d in enumerate(notes.values) if d} == {2 * 9 + 6: 5}
    assert {i: d for i, d in enumerate(notes.candidates) if d} == {9 + 3: {3}}
    assert {i: d for i, d in enumerate(notes.marks) if d} == {2: {8}}


def test_what_is_cleared():
    begun = "<vl><value1><r1><c1><pm><+><value2><r1><c1><cd><+><value3><r1><c1>"
    left = {
        code: (notes.values[0], notes.marks[0], notes.candidates[0])
        for code in "0123456789"
        for notes in [played(f"{begun}<cl><value{code}><r1><c1>", FOUR)]
    }
    assert left["0"] == (0, {2}, {3})
    assert left["1"] == (1, set(), {3})
    assert left["2"] == (1, {2}, set())
    assert left["3"] == left["4"] == (1, {2}, {3})
    assert left["5"] == (0, set(), set())


def test_a_board_is_read_back_as_it_is_told():
    notes = Notes.empty(FOUR)
    notes.values[3], notes.candidates[4], notes.marks[15] = 2, {1, 4}, {3}
    assert played(notes.tokens(), FOUR) == notes
    assert notes.tokens().splitlines()[4] == "<r1><c4>:<value2>//"
    assert "<r2><c1>:<value.>/<value1><value4>/" in notes.tokens()
    assert "<r4><c4>:<value.>//<value3>" in notes.tokens()


@pytest.mark.parametrize("bad", ["<vl><value5><r1><c1>", "<vl><value1><r5><c1>"])
def test_what_is_not_on_the_board_is_said(bad):
    with pytest.raises(ParseError):
        played(bad, FOUR)


def test_the_steps_of_a_trace_lead_to_its_solution():
    row = satdoku.trace(PUZZLE)
    record = ctc_record(row, 7)
    lines = record["trace"].splitlines()
    assert len(lines) == len(row["steps"])
    for number in range(len(lines) + 1):
        notes = played("\n".join([record["start"], *lines[:number]]), FOUR)
        told = [
            [value] if value else sorted(candidates)
            for value, candidates in zip(notes.values, notes.candidates, strict=True)
        ]
        assert told == satdoku.candidates_before(row, number)
    assert "".join(map(str, notes.values)) == GRID == record["solution"]
    assert satdoku.score_answer(record["trace"], PUZZLE).right
    assert satdoku.score_answer("<vl><value2><r1c1>", PUZZLE).right_cells == 1
