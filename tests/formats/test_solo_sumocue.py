"""Solo's game IDs and saved games, SumoCue's lines: read, written, refused."""

from __future__ import annotations

import pytest

import satdoku
from satdoku.formats.metadata import state

PLAIN = "1.....2..3.....4"
CAGES = {
    (1, 2, 5): 6, (3, 4, 7, 11): 10, (6, 10): 6, (8, 12): 5, (9, 13, 14): 8, (15, 16): 5,
}  # fmt: skip
JIGSAW = "4x4/jigsaw:1122113244324433"


def killer_layout():
    rules = []
    for cage, total in CAGES.items():
        names = ",".join(f"r{(c - 1) // 4 + 1}c{(c - 1) % 4 + 1}" for c in cage)
        rules.append(f"+killer:{total}:{names}")
    return "4x4" + "".join(rules)


TEXTS = {
    "2x2:1e2b3e4": (PLAIN, "4x4"),
    "2x2x:1e2b3e4": (PLAIN, "4x4+diagonal"),
    "2x2a:1e2b3e4": (PLAIN, "4x4"),
    "2x2r2du:1e2b3e4": (PLAIN, "4x4"),
    "4j:d4a1a3c1a4a,ab_a_abbad_": ("....4.1.3...1.4.", JIGSAW),
    "2x2k:p,aa_____abaab_a_,6a10b6a5_8e5a": ("." * 16, killer_layout()),
    "SumoCueV1=0J0=0J0=0J1=0J1=4J0=0J0=1J2=0J1=3J3=0J3=0J2=0J1=1J3=0J3=4J2=0J2": (
        "....4.1.3...1.4.",
        JIGSAW,
    ),
    "SumoCueV1=6+0=10+2+0=6+2=5=8+5+2+7+8+8=5+14": ("." * 16, killer_layout()),
    "SumoCueV1=1=0=0=0=0=0=2=0=0=3=0=0=0=0=0=4": (PLAIN, "4x4"),
    "SumoCueV1D=1=0=0=0=0=0=2=0=0=3=0=0=0=0=0=4": (PLAIN, "4x4+diagonal"),
}


@pytest.mark.parametrize("text", TEXTS)
def test_texts_are_read_as_meant_and_written_again(text):
    line, layout = TEXTS[text]
    puzzle = satdoku.parse(text)
    assert puzzle == satdoku.parse(line, layout)
    format_ = "sumocue" if text.startswith("Sumo") else "solo"
    assert satdoku.parse(satdoku.convert(puzzle, format_)) == puzzle


@pytest.mark.parametrize("format_", ["solo", "sumocue"])
@pytest.mark.parametrize(
    ("layout", "boards"),
    [("9x9", 3), ("6x6", 3), ("6x6/3x2", 2), ("9x9+diagonal", 2), ("16x16", 1)],
)
def test_boards_return(format_, layout, boards):
    for seed in range(boards):
        grid = satdoku.random_grid(seed=seed, layout=layout)
        puzzle = grid.without(range(seed, len(grid.cells), 3))
        assert satdoku.parse(satdoku.convert(puzzle, format_)) == puzzle


def test_jigsaws_return():
    jigsaw = "6x6/jigsaw:" + "111222112223133333444445466655666555"
    puzzle = satdoku.parse("." * 36, jigsaw)
    for format_ in ("solo", "sumocue"):
        assert satdoku.parse(satdoku.convert(puzzle, format_)) == puzzle


def save(moves, position, game="Solo"):
    lines = [
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection",
        "VERSION :1:1",
        f"GAME    :{len(game)}:{game}",
        "PARAMS  :3:2x2",
        "CPARAMS :3:2x2",
        "DESC    :11:1e2b3e4",
        f"NSTATES :1:{len(moves) + 1}",
        f"STATEPOS:1:{position}",
        *(f"MOVE    :{len(move)}:{move}" for move in moves),
    ]
    return "\n".join(lines) + "\n"


def test_a_saved_game_is_read_up_to_its_position():
    moves = ["R1,0,4", "P2,0,3", "R0,1,3", "R0,1,0", "R3,0,2"]
    puzzle = satdoku.parse(save(moves, 4))
    assert puzzle.line == "14..3.2..3.....4"
    assert list(state(puzzle)[0]) == [1, 4]
    assert satdoku.parse(save(moves, 1)).line == PLAIN
    assert satdoku.parse(save(moves, 6)).line == "14.2..2..3.....4"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2x3:1e2b3e4", "16 cells, expected 36"),
        ("2x2:1e2b3e5", "r4c4 holds 5"),
        ("2x2k:p,aa_____abaab_a_", "2 parts between commas, expected 3"),
        ("2x2k:p,aa_____abaab_a_,p", "each cage needs one sum"),
        ("4j:p,aa", "places between cells, expected 24"),
        ("9x9:a", "81 digits: boards have up to"),
        ("SumoCueV1=6", "1 entries"),
        ("SumoCueV1=6+0=10+2+0=6+2=5=8+5+2+7+8+8=5+99", "cell 99, which begins no cage"),
        (save([], 1, "Mines"), "a saved game of Mines: only Solo"),
    ],
)
def test_damaged_texts_say_what_is_wrong(text, message):
    with pytest.raises(satdoku.ParseError, match=message):
        satdoku.parse(text)


@pytest.mark.parametrize(
    ("layout", "format_", "message"),
    [
        ("4x4+anti-knight", "solo", "only cages with sums"),
        ("4x4+killer:3:r1c1,r1c2", "solo", "each cell of a killer is in a cage"),
        ("4x4+anti-knight", "sumocue", "only cages"),
        ("4x4/latin", "solo", "boxes or regions"),
        ("9x9+window", "sumocue", "regions and diagonals"),
    ],
)
def test_what_a_format_cannot_hold_is_refused(layout, format_, message):
    puzzle = satdoku.parse("." * satdoku.Layout.named(layout).cell_count, layout)
    with pytest.raises(satdoku.LayoutError, match=message):
        satdoku.convert(puzzle, format_)
