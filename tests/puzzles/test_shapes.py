"""Boards that are no regular squares: rectangles, other digits, several boards that overlap."""

from itertools import product

import pytest

import satdoku
from satdoku import Layout, LayoutError, ParseError, Puzzle, PuzzleError
from satdoku.operations.symmetry import orbits

NAMES = [
    "samurai", "twodoku", "windmill", "sohei", "butterfly", "samurai/latin", "twodoku+diagonal",
    "4x4@r1c1,r3c3", "6x8", "6x8/latin", "6x8+from-0", "5x10", "4x7",
    "4x7/jigsaw:1222222111113244441334443333", "6x6/3x3+digits:9", "6x6/3x3+digits:0-8",
    "9x9+digits:0-10", "9x9/free+digits:6", "3x4/free:1_1_22_.22..+digits:5",
    "6x6/free:112233" + "." * 30,
    "9x9/jigsaw:" + "." * 9 + "123456789" * 8, "twodoku+killer:3:r15c14,r15c15",
]  # fmt: skip
#: A Kazaguruma as its five boards, from sudopedia.org.
WINDMILL = """\
000000000600008093020000800490003000060004070000020006000000000000000008100800000
000060030000200000109004700004900007000600000500000200000590800000000002000000064
000000004000008000800000500903010000000070000000604000000001060600000009020000008
006050903700000000000300000010067000000090600040000020400008000803040006000005000
001060000000009005000008000004000000030600400900200700000940000000000540005030080
"""


def empty(name):
    layout = Layout.named(name)
    return Puzzle((0,) * layout.cell_count, layout)


def brute_force(layout):
    """All grids on which no house holds a digit twice."""
    grids = product(range(1, layout.size + 1), repeat=layout.cell_count)
    houses = [house.cells for house in layout.houses]
    return {
        grid
        for grid in grids
        if all(len({grid[cell] for cell in cells}) == len(cells) for cells in houses)
    }


@pytest.mark.parametrize("name", NAMES)
def test_names_tell_all_and_are_read_back(name):
    layout = Layout.named(name)
    assert layout.name == name and not layout.is_regular
    assert all(
        layout.places.cell_at(*layout.places.place(c)) == c for c in range(layout.cell_count)
    )


@pytest.mark.slow_cases("3x3+digits:0-3", "3x3+digits:4", "3x3/free:11_1_2.22+digits:4")
@pytest.mark.parametrize(
    "name",
    [
        "2x3",
        "3x2",
        "3x3+digits:4",
        "2x4/2x2",
        "2x2@r1c1,r2c2",
        "2x2@r1c1,r1c2",
        "2x3/free+digits:2",
        "3x3/free:11_1_2.22+digits:4",
        "3x3/jigsaw:1.1222.33+digits:3",
        "3x3+digits:0-3",
    ],
)
def test_grids_are_those_of_brute_force(name):
    puzzle = empty(name)
    wanted = brute_force(puzzle.layout)
    for engine in ("native", "dlx", "cpsat", "cpsat-integers"):
        found = [grid.cells for grid in satdoku.solutions(puzzle, engine=engine)]
        assert len(found) == len(wanted) and set(found) == wanted


def test_two_boards_of_4x4_that_share_a_box_have_24_times_12_times_12_grids():
    # 288 grids of a board, 288 / 24 of them with a given box: two of them for each box.
    assert satdoku.count(empty("4x4@r1c1,r3c3")) == 24 * 12 * 12


def test_two_boards_hold_just_what_each_of_them_allows():
    layout = Layout.named("4x4@r1c1,r3c3")
    alone = {grid.cells for grid in satdoku.solutions(Puzzle((0,) * 16, Layout.of_size(4)))}
    for grid in satdoku.solutions(empty(layout.name), limit=50):
        for number in (0, 1):
            assert tuple(grid.cells[cell] for cell in layout.places.board(number)) in alone


@pytest.mark.parametrize("engine", ["minicard", "cpsat"])
def test_a_published_windmill_has_one_solution(engine):
    puzzle = satdoku.parse(WINDMILL, Layout.named("windmill"))
    [grid] = satdoku.solutions(puzzle, engine=engine, limit=2)
    assert grid.cells[:9] == (3, 1, 8, 4, 9, 7, 6, 5, 2)


@pytest.mark.slow_cases("twodoku")
@pytest.mark.parametrize("name", ["twodoku", "6x8", "6x6/3x3+digits:9", "4x4@r1c1,r3c3"])
def test_generated_puzzles_are_proper_by_other_engines(name):
    [puzzle] = satdoku.generate(1, seed=3, layout=Layout.named(name))
    answers = {
        tuple(grid.line for grid in satdoku.solutions(puzzle, engine=engine, limit=2))
        for engine in ("native", "cpsat-integers", "cadical153")
    }
    assert len(answers) == 1 and len(*answers) == 1
    assert "proper" in satdoku.diagnose(puzzle).text()


class TestReading:
    grid = next(satdoku.solutions(empty("samurai"), engine="minicard"))
    puzzle = grid.without(range(0, 369, 2))

    def test_the_drawing_that_is_printed_is_recognised(self):
        assert satdoku.parse(str(self.puzzle)) == self.puzzle
        assert satdoku.parse("A samurai:\n\n" + str(self.puzzle) + "\nthat is all\n") == self.puzzle

    @pytest.mark.parametrize("nothing", [" ", "#"])
    def test_a_drawing_without_gaps_between_cells(self, nothing):
        rows = self.puzzle.layout.places.drawn(self.puzzle.line, nothing)
        text = "\n".join("".join(row) for row in rows)
        assert satdoku.parse(text) == self.puzzle
        assert satdoku.parse("\n".join(map(str.rstrip, text.split("\n")))) == self.puzzle

    def test_five_boards_in_a_line_are_recognised_and_in_five_lines_with_the_layout(self):
        boards = [
            "".join(self.puzzle.line[cell] for cell in self.puzzle.layout.places.board(i))
            for i in range(5)
        ]
        assert satdoku.parse("".join(boards)) == self.puzzle
        assert satdoku.parse(" ".join(boards)) == self.puzzle
        assert len(list(satdoku.parse_all("\n".join(boards)))) == 5
        assert satdoku.parse("\n".join(boards), self.puzzle.layout) == self.puzzle

    def test_all_cells_of_the_union_in_a_line(self):
        assert satdoku.parse(self.puzzle.line, self.puzzle.layout) == self.puzzle

    def test_the_record_that_is_printed(self):
        assert (
            satdoku.parse(f'{{"puzzle": "{self.puzzle.line}", "layout": "samurai"}}') == self.puzzle
        )

    def test_two_grids_side_by_side_are_no_samurai(self):
        one = str(satdoku.random_grid("9x9", seed=1)).split("\n")
        text = "\n".join(f"{row}       {row}" for row in one)
        with pytest.raises(ParseError):
            satdoku.parse(text)

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            (WINDMILL.replace("100800000", "100700000"), "different digits where they overlap"),
            ("\n".join(WINDMILL.split("\n")[:3]), "only 3 boards: 5 are needed"),
            ("nothing of the sort", "no puzzle found: a board windmill has"),
        ],
    )
    def test_what_is_wrong_is_told(self, text, says):
        with pytest.raises(ParseError, match=says):
            satdoku.parse(text, Layout.named("windmill"))

    def test_a_rectangle_is_read_in_rows_and_in_a_line(self):
        layout = Layout.named("2x3")
        for text in ("12.\n3.1", "1 2 .\n3 . 1", "12.3.1", "1 2 | .\n---+--\n3 . | 1"):
            assert satdoku.parse(text, layout).cells == (1, 2, 0, 3, 0, 1)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("9x9+digits:6", "rows and columns of up to 9 cells cannot hold|at least 9"),
        ("100x2", "cannot hold 49 digits"),
        ("6x8/3x3", "do not tile"),
        ("6x6/3x3+digits:7", "cannot hold 7 digits"),
        ("6x8@r1c1,r2c2", "are squares"),
        ("4x4@r0c1,r2c2", "upper left"),
        ("9x9@r1c1,r2c2", "do not tile"),
        ("6x8/jigsaw:1", "48 cells"),
        ("3x3/free:1111111.1+digits:5", "region 1 has 8 cells"),
        ("3x3/free:1_+digits:5", "2 marks"),
        ("3x3/free:_________", "9 marks"),
        ("3x3/jigsaw:1112223__", "no holes inside"),
        ("windmill+digits:12", "have 9 digits"),
        ("samurai+killer:3:r1c10,r1c11", "not a cell of the board"),
        ("samurai+killer:45:r1c1-r1c21", "not a straight line of cells"),
    ],
)
def test_impossible_boards_say_what_is_wrong(name, says):
    with pytest.raises(LayoutError, match=says):
        Layout.named(name)


def test_symmetries_are_those_of_the_drawing():
    assert orbits("half-turn", Layout.named("2x3").places) == [(0, 5), (1, 4), (2, 3)]
    assert len(orbits("full", Layout.named("samurai").places)[0]) == 4
    for name, symmetry in (("2x3", "quarter-turn"), ("windmill", "horizontal")):
        with pytest.raises(PuzzleError, match="does not have the symmetry"):
            orbits(symmetry, Layout.named(name).places)


@pytest.mark.parametrize("ask", [satdoku.shuffled])
def test_what_needs_a_square_says_so_in_a_line(ask):
    puzzle = satdoku.parse("12.\n3.1", Layout.named("2x3"))
    with pytest.raises(LayoutError, match="does not yet support a board like 2x3"):
        ask(puzzle)
