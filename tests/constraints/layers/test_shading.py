"""Kinds about shaded cells against brute force: all shadings of small boards, judged by the words
of the rule; engines must find just these, and say which they are."""

import json
from functools import cache
from itertools import product, zip_longest

import pytest
from click.testing import CliRunner

import satdoku
from satdoku import Layout, Puzzle
from satdoku.cli.main import cli
from satdoku.constraints.evaluate import keeps
from satdoku.constraints.registry import KINDS
from satdoku.errors import LayoutError
from satdoku.render.picture.svg import SHADES, puzzle_picture
from tests.marks import slow_but

GRIDS = {
    "3x4": "123434124321",
    "4x4": "1234341221434321",
    "4x4+from-0": "0123230110323210",
    "5x5": "1234523451345124512351234",
}


class Board:
    """A grid of digits (from-0 as they are), and what is near what."""

    def __init__(self, name):
        self.layout = Layout.named(name)
        self.high, self.wide = self.layout.height, self.layout.width
        self.digits = [int(d) for d in GRIDS[name]]
        self.cells = list(product(range(self.high), range(self.wide)))
        self.digit = dict(zip(self.cells, self.digits, strict=True))
        steps, near = ((1, 0), (-1, 0), (0, 1), (0, -1)), (-1, 0, 1)
        on_board = set(self.digit)
        self.beside = {(r, c): {(r + i, c + j) for i, j in steps} & on_board for r, c in self.digit}
        self.around = {
            (r, c): {(r + i, c + j) for i, j in product(near, repeat=2)} - {(r, c)}
            for r, c in self.digit
        }
        self.squares = [
            {(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)}
            for r, c in product(range(self.high - 1), range(self.wide - 1))
        ]
        houses = {}
        for cell, region in zip_longest(self.cells, self.layout.regions):
            for house in [("row", cell[0]), ("column", cell[1]), ("region", region)]:
                houses.setdefault(house, set()).add(cell)
        self.houses = [cells for house, cells in houses.items() if house != ("region", None)]
        self.border = {
            (r, c) for r, c in self.digit if r in (0, self.high - 1) or c in (0, self.wide - 1)
        }

    def pieces(self, cells):
        left = set(cells)
        while left:
            piece = {left.pop()}
            grown = piece
            while grown:
                grown = left.intersection(set().union(*map(self.beside.get, grown)))
                left -= grown
                piece |= grown
            yield piece

    def is_one_piece(self, cells):
        return next(self.pieces(cells), None) == cells

    def has_square(self, cells):
        return any(square <= cells for square in self.squares)

    def others(self, cells):
        return self.digit.keys() - cells


def yin_yang(b, on):
    parts = on, b.others(on)
    return not any(map(b.has_square, parts)) and all(map(b.is_one_piece, parts))


def nurikabe(clues):
    def holds(b, on):
        if any(clue in on for clue in clues) or b.has_square(on) or not b.is_one_piece(on):
            return False
        for island in b.pieces(b.others(on)):
            own = [clue for clue in clues if clue in island]
            if len(own) != 1 or b.digit[own[0]] != len(island):
                return False
        return True

    return holds


def cave(clues):
    def holds(b, on):
        inside = b.others(on)
        if not set(clues) <= inside or not b.is_one_piece(inside):
            return False
        if not all(piece & b.border for piece in b.pieces(on)):
            return False
        for r, c in clues:
            seen = 1
            for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                k = 1
                while (r + k * down, c + k * across) in inside:
                    k += 1
                seen += k - 1
            if seen != b.digit[r, c]:
                return False
        return True

    return holds


def star_battle(count):
    def holds(b, on):
        full = all(len(house & on) == count for house in b.houses)
        return full and not any(b.around[cell] & on for cell in on)

    return holds


def loop(b, on):
    return all(len(b.beside[x] & on) == 2 for x in on) and b.is_one_piece(on)


def snake(ends=()):
    def holds(b, on):
        degrees = {x: len(b.beside[x] & on) for x in on}
        tips = {x for x, k in degrees.items() if k == 1}
        whole = set(degrees.values()) <= {1, 2} and len(tips) == 2 and b.is_one_piece(on)
        return whole and (not ends or tips == set(ends))

    return holds


RULES = {
    "yin-yang": yin_yang,
    "nurikabe:r1c1,r1c3,r3c2": nurikabe([(0, 0), (0, 2), (2, 1)]),
    "nurikabe:r1c2,r3c4": nurikabe([(0, 1), (2, 3)]),
    "cave": cave([]),
    "cave:r2c1,r2c2": cave([(1, 0), (1, 1)]),
    "star-battle:1": star_battle(1),
    "loop": loop,
    "snake": snake(),
    "snake:r1c1,r3c3": snake([(0, 0), (2, 2)]),
    "shaded-areas:3": lambda b, on: all(len(piece) == 3 for piece in b.pieces(on)),
    "shaded-areas:1": lambda b, on: all(len(piece) == 1 for piece in b.pieces(on)),
    "shaded-connected": lambda b, on: b.is_one_piece(on),
    "unshaded-connected": lambda b, on: b.is_one_piece(b.others(on)),
    "no-shaded-square": lambda b, on: not b.has_square(on),
    "shaded:r1c2,r3c3": lambda b, on: {(0, 1), (2, 2)} <= on,
    "unshaded:r1c2,r3c3": lambda b, on: not {(0, 1), (2, 2)} & on,
    "shaded-count:2:r1c1-r1c4": lambda b, on: sum((0, c) in on for c in range(4)) == 2,
    "shaded-sum:5:r2c1-r2c4":
        lambda b, on: sum(b.digit[1, c] for c in range(4) if (1, c) in on) == 5,
    "shaded-digits:1,3": lambda b, on: all(b.digit[cell] in (1, 3) for cell in on),
    "unshaded-digits:1,3:r1c1-r1c4":
        lambda b, on: all(b.digit[0, c] in (1, 3) or (0, c) in on for c in range(4)),
    "shaded-around:r2c2,r3c3":
        lambda b, on: all(b.digit[x] == len(b.around[x] & on) for x in ((1, 1), (2, 2))),
    "layer": lambda b, on: True,
}  # fmt: skip
#: With all digits given, too many shadings keep these to list on the larger board.
LOOSE = {"layer", "no-shaded-square", "cave", "shaded-connected", "unshaded-connected"}


@cache
def subsets(cells):
    words = product((0, 1), repeat=len(cells))
    return [frozenset(x for x, on in zip(cells, word, strict=True) if on) for word in words]


@cache
def shadings(name, rule):
    """All shadings that keep a rule, as sets of cells."""
    b = Board(name)
    return {on for on in subsets(tuple(b.cells)) if RULES[rule](b, on)}


def puzzle_with(name, rule):
    """The board with its digits and the rule; nothing of the layer is given."""
    b = Board(name)
    layout = Layout.named(f"{name}+{rule}")
    low = layout.digits[0] - 1
    return b, Puzzle((*(d - low for d in b.digits), *[0] * len(b.digits)), layout)


def found_by(engine, b, puzzle, limit=None):
    """The shadings that an engine finds."""
    grids = [g.cells for g in satdoku.solutions(puzzle, engine=engine, limit=limit)]
    assert all(keeps(g, c, puzzle.layout) for g in grids[:20] for c in puzzle.constraints)
    halves = [g[len(b.cells) :] for g in grids]
    sets = [frozenset(x for x, d in zip(b.cells, half, strict=True) if d == 2) for half in halves]
    assert len(set(sets)) == len(sets)
    return set(sets)


#: Pairs of rules of which at least one holds.
EITHER = [
    ("loop", "yin-yang"),
    ("cave:r2c1,r2c2", "snake:r1c1,r3c3"),
    ("snake", "cave:r2c1,r2c2"),
    ("unshaded:r1c2,r3c3", "shaded-connected"),
    ("unshaded-connected", "shaded:r1c2,r3c3"),
]


@pytest.mark.slow_cases("snake-cave:r2c1,r2c2")
@pytest.mark.parametrize(("one", "other"), EITHER)
def test_either_of_two_rules_holds(one, other):
    b, puzzle = puzzle_with("3x4", f"layer+or({one}|{other})")
    wanted = shadings("3x4", one) | shadings("3x4", other)
    for engine in ("masks", "minicard"):
        assert found_by(engine, b, puzzle) == wanted
    found = found_by("cpsat-integers", b, puzzle, limit=60)
    assert found <= wanted and len(found) == min(60, len(wanted))


SMALLER = list(product(RULES, ["minicard", "native", "dlx"]))


@pytest.mark.parametrize(("rule", "engine"), slow_but(SMALLER, *SMALLER[::2]))
def test_small_boards_have_just_the_shadings_of_the_definition(rule, engine):
    if engine == "dlx" and rule in LOOSE:
        engine = "cadical153"
    b, puzzle = puzzle_with("3x4", rule)
    assert found_by(engine, b, puzzle) == shadings("3x4", rule)


TIGHT = [rule for rule in RULES if rule not in LOOSE]


@pytest.mark.slow_cases("cave:r2c1,r2c2", "shaded-areas:1", "snake")
@pytest.mark.parametrize("rule", slow_but(TIGHT, *TIGHT[::3]))
def test_cpsats_own_words_agree(rule):
    wanted = shadings("3x4", rule)
    b, puzzle = puzzle_with("3x4", rule)
    found = found_by("cpsat-integers", b, puzzle, limit=60)
    assert found <= wanted and len(found) == min(60, len(wanted))


@pytest.mark.parametrize("rule", sorted(LOOSE))
def test_a_full_shading_is_judged_alike_by_all(rule):
    b, puzzle = puzzle_with("3x4", rule)
    layer = len(b.cells)
    wanted, some = shadings("3x4", rule), list(product((1, 2), repeat=layer))[:: 4096 // 40]
    for word in some:
        full = Puzzle((*puzzle.cells[:layer], *word), puzzle.layout)
        on = frozenset(x for x, d in zip(b.cells, word, strict=True) if d == 2)
        assert satdoku.count(full, engine="cpsat-integers") == (on in wanted)


LARGER = [
    (board, rule)
    for board in ("4x4", "4x4+from-0")
    for rule in (
        "yin-yang",
        "nurikabe:r1c1,r1c3,r3c2",
        "cave:r2c1,r2c2",
        "star-battle:1",
        "loop",
        "snake:r1c1,r3c3",
        "shaded-areas:3",
        "shaded-around:r2c2,r3c3",
    )
]


@pytest.mark.slow_cases("4x4+from-0-shaded-around:r2c2,r3c3", "4x4-yin-yang")
@pytest.mark.parametrize(("board", "rule"), slow_but(LARGER, *LARGER[::3]))
def test_4x4_boards_have_just_the_shadings_of_the_definition(board, rule):
    b, puzzle = puzzle_with(board, rule)
    assert found_by("minicard", b, puzzle) == shadings(board, rule)


def test_a_shade_that_never_touches_the_border_is_found():
    """A ring of one shade with a tree of the other inside: the rare case of Yin-Yang."""
    b, puzzle = puzzle_with("5x5", "yin-yang")
    ring = b.border
    cells = list(puzzle.cells)
    for i, x in enumerate(b.cells):
        if x in ring:
            cells[25 + i] = 2
    inner = [x for x in b.cells if x not in ring]
    wanted = set()
    for word in product((0, 1), repeat=9):
        on = ring | {x for x, d in zip(inner, word, strict=True) if d}
        if yin_yang(b, on):
            wanted.add(frozenset(on))
    some = Puzzle(tuple(cells), puzzle.layout)
    assert wanted
    for engine in ("minicard", "cpsat-integers", "native"):
        assert found_by(engine, b, some) == wanted


def test_every_kind_of_the_layer_is_tried():
    elsewhere = {
        "doublers",
        "negators",
        "multipliers",
        "value-sum",
        "value-arrow",
        "galaxy",
        "schrodinger",
    }  # test_cell_values, test_galaxies, test_schrodinger
    tried = {rule.split(":")[0] for rule in RULES} | elsewhere
    assert tried == {name for name, kind in KINDS.items() if kind.on_layer}


@pytest.mark.parametrize(
    "name",
    [
        "9x9+yin-yang",
        "6x6/latin+snake:r1c1,r6c6+killer:3:r1c1,r1c2",
        "4x6+from-0+loop",
        "5x5/free+cave:r1c1+diagonal",
        "9x9+window+layer+yin-yang+shaded:r9c9",
    ],
)
def test_names_of_boards_with_a_layer_are_read_again(name):
    layout = Layout.named(name)
    assert Layout.named(layout.name) == layout and "+layer" in layout.name
    assert layout.cell_count == 2 * layout.board_cells


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("twodoku+yin-yang", "a layer needs a board that is a rectangle"),
        ("1x1+layer", "two digits or more"),
        ("4x4+snake:r1c1", "a snake has two ends"),
        ("4x4+nurikabe:r1c1,r1c1", "named twice"),
        ("4x4+nurikabe", "takes 1 or more cells, not 0"),
        ("4x4+yin-yang+shaded:r6c1", "r6c1 is not on the board itself|is not a cell"),
        ("4x4+shaded-areas:17", "1 to 16 are possible"),
        ("4x4+or(shaded:r1c1|odd:r1c1)", "it needs a layer"),
    ],
)
def test_what_makes_no_sense_is_refused(name, why):
    with pytest.raises(LayoutError, match=why):
        satdoku.Theory.of(Layout.named(name))


def test_python_says_how_to_get_a_layer():
    layout = Layout.of_size(4).with_constraints("yin-yang")
    with pytest.raises(LayoutError, match=r"write \+layer, or Layout.with_layer\(\)"):
        satdoku.Theory.of(layout)
    assert Layout.of_size(4).with_layer().with_constraints("yin-yang") == Layout.named(
        "4x4+yin-yang"
    )


PUZZLE = "4x4+yin-yang+shaded-around:r2c2,r2c3+shaded-digits:1,2:r1c1-r1c4"


def test_formulas_speak_of_shaded_cells():
    """A clue that no kind has: row 1 has as many shaded cells as its first digit says."""
    b, puzzle = puzzle_with("3x4", "formula:'count(shaded(r1c1..r1c4)) = r1c4 - r1c3'+layer")
    wanted = {
        on for on in shadings("3x4", "layer") if sum((0, c) in on for c in range(4)) == 1
    }  # the digits there are 4 and 3
    assert found_by("cadical153", b, puzzle) == wanted
    for text, why in (("shaded(3) = 1", "takes one cell"), ("shaded(r1c1) + 1 = 2", "a condition")):
        with pytest.raises(LayoutError, match=why):
            Layout.named(f"4x4+layer+formula:'{text}'")
    with pytest.raises(LayoutError, match="it needs a layer"):
        satdoku.Theory.of(Layout.named("4x4+formula:'shaded(r1c1)'"))


def test_pictures_shade_the_board():
    layout = Layout.named("4x4+yin-yang")
    solution = next(satdoku.solutions(Puzzle((0,) * 32, layout), limit=1))
    drawn = puzzle_picture(Puzzle((0,) * 32, layout), solution)
    assert drawn.count(SHADES["layer"]) == solution.cells[16:].count(2) > 0
    assert SHADES["layer"] not in puzzle_picture(Puzzle((0,) * 32, layout))


def test_every_command_takes_a_layer():
    run = CliRunner()
    layout = Layout.named(PUZZLE)

    def said(*arguments, status=0):
        found = run.invoke(cli, [*arguments])
        assert found.exit_code == status, found.output
        return found.output

    puzzle = next(satdoku.generate(1, seed=4, layout=layout, keep="proper"))
    record = json.dumps({"puzzle": puzzle.line, "layout": layout.name})
    assert satdoku.parse(record) == puzzle
    assert satdoku.parse("." * 16, layout).cells == (0,) * 32
    drawn = satdoku.parse("12..\n3...\n....\n....\n", layout)
    assert drawn.cells == (1, 2, 0, 0, 3, *[0] * 27)
    solved = json.loads(said("solve", "--format", "json", record))
    again = satdoku.parse(json.dumps({"puzzle": solved["solutions"][0], "layout": layout.name}))
    assert all(keeps(again.cells, c, layout) for c in layout.constraints)
    assert json.loads(said("count", "--format", "json", record))["count"] == 1
    assert "clauses of yin-yang" in said("show", "--explain-theory", record)
    assert "yin-yang" in said("diagnose", record)
    explained = said("explain", record)
    assert "solved" in explained
    assert satdoku.verify(satdoku.certify(puzzle, ["proper"]), layout=layout).outcome == "right"
    wrong = Puzzle((*puzzle.cells[:16], *[1] * 16), layout)
    told = run.invoke(cli, ["diagnose", json.dumps({"puzzle": wrong.line, "layout": layout.name})])
    assert "no solution" in told.output
