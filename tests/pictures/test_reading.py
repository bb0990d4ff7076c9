"""Boards in pictures are read as they were drawn, or what is unsure is said."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

import satdoku
from satdoku.formats.text.pencil import candidates_of

pytest.importorskip("cv2", reason="needs OpenCV: pip install opencv-python-headless")
Image = pytest.importorskip("PIL.Image", reason="needs Pillow")
matplotlib = pytest.importorskip("matplotlib", reason="its fonts are used")

from tests.pictures.drawing import Distortion, Style, distorted, drawn  # noqa: E402

FONTS = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
SANS, SERIF = str(FONTS / "DejaVuSans.ttf"), str(FONTS / "DejaVuSerif-Bold.ttf")
MONO = str(FONTS / "DejaVuSansMono.ttf")
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = satdoku.Puzzle([1, 0, 0, 0, 0, 0, 3, 0, 0, 1, 0, 0, 0, 0, 0, 2], "4x4")
#: A printed page under a lamp.
PHOTO = Distortion(turn=7, corners=0.04, blur=0.7, noise=6, shade=0.4, jpeg=75)
DARK = {"paper": (24, 26, 32), "ink": (230, 230, 235), "lines": (170, 170, 180)}
PALE = {"ink": (120, 130, 150), "lines": (150, 150, 160), "thin_lines": (205, 205, 210)}


def picture(puzzle, style, how=None, marks=None, seed=1):
    """The bytes of a picture of a puzzle."""
    image = drawn(puzzle, style, marks)
    return distorted(image, how or Distortion(), np.random.default_rng(seed))


def read(*arguments, **more):
    """The only board in a picture that is drawn so."""
    (board,) = satdoku.read_picture(picture(*arguments, **more))
    return board


def puzzle_on(layout, seed=1):
    """A puzzle on a board."""
    (puzzle,) = satdoku.generate(1, seed=seed, layout=layout)
    return puzzle


@pytest.mark.parametrize(
    ("style", "how"),
    [
        pytest.param(Style(SANS), None, id="screenshot"),
        pytest.param(Style(SERIF, cell=40), PHOTO, id="photo"),
        pytest.param(Style(MONO, **DARK), None, id="dark"),
        pytest.param(Style(SANS, **PALE), PHOTO, id="pale"),
        pytest.param(Style(SANS, cell=30, margin=4, thick=2), None, id="small"),
        pytest.param(Style(SANS, tint=(225, 232, 245), heading="No. 7"), None, id="tinted"),
        pytest.param(Style(SANS, margin=0, thick=2), None, id="cut at its frame"),
    ],
)
def test_a_board_is_read_as_drawn(style, how):
    puzzle = satdoku.parse(CLASSIC)
    board = read(puzzle, style, how)
    assert board.puzzle.line == puzzle.line
    assert board.puzzle.layout == puzzle.layout
    assert board.sure
    assert board.complaint == ""


@pytest.mark.parametrize("layout", ["4x4", "6x6", "6x6/3x2"])
def test_boards_of_other_sizes_keep_their_boxes(layout):
    puzzle = puzzle_on(layout)
    board = read(puzzle, Style(SANS, cell=60, thick=4), PHOTO)
    assert (board.puzzle, board.regions_seen, board.sure) == (puzzle, True, True)


def test_thick_lines_make_a_jigsaw():
    puzzle = puzzle_on("6x6/jigsaw:111222113322143325443355446655466665")
    assert read(puzzle, Style(SANS, thick=5)).puzzle == puzzle


def test_letters_are_read_where_a_board_has_them():
    cells = [(4 * (r % 4) + r // 4 + c) % 16 + 1 for r in range(16) for c in range(16)]
    puzzle = satdoku.Puzzle(cells, "16x16")
    assert read(puzzle, Style(SANS, cell=40)).puzzle == puzzle


def test_small_digits_are_candidates_which_other_commands_take():
    puzzle = satdoku.parse(CLASSIC)
    marks = {c: d for c, d in enumerate(candidates_of(puzzle)) if not puzzle.cells[c]}
    board = read(puzzle, Style(SANS, cell=64), marks=marks)
    assert board.puzzle.line == CLASSIC
    assert {c: list(d) for c, d in enumerate(board.marks) if d} == marks
    assert candidates_of(board.puzzle) == candidates_of(puzzle)
    marks[2] = [4]
    board = read(puzzle, Style(SANS, cell=64), marks=marks)
    assert candidates_of(board.puzzle)[2] == [4]
    again = satdoku.parse(board.record())
    assert candidates_of(again)[2] == [4]


def test_several_boards_come_in_the_order_of_reading():
    puzzles = [satdoku.parse(CLASSIC), SMALL]
    images = [drawn(one, Style(SANS, cell=44)) for one in puzzles]
    page = Image.new("RGB", (sum(i.width for i in images), max(i.height for i in images)), "white")
    left = 0
    for image in images:
        page.paste(image, (left, 0))
        left += image.width
    stored = BytesIO()
    page.save(stored, "PNG")
    assert [board.puzzle for board in satdoku.read_picture(stored.getvalue())] == puzzles


def test_a_digit_that_is_hidden_in_part_follows_from_the_others():
    puzzle = satdoku.parse(CLASSIC)
    style = Style(SANS, cell=48)
    image = drawn(puzzle, style)
    x, y = style.margin, style.margin
    image.paste((255, 255, 255), (x + 2, y + 2, x + 24, y + 46))  # the left half of the 5 of r1c1
    stored = BytesIO()
    image.save(stored, "PNG")
    (board,) = satdoku.read_picture(stored.getvalue())
    assert board.puzzle.line[1:] == CLASSIC[1:]
    assert board.puzzle.line[0] == "5" or board.doubts[0].cell == "r1c1"
    assert board.puzzle.line[0] == "5" or "5" in dict(board.doubts[0].alternatives)


def test_a_misprint_is_told():
    cells = list(satdoku.parse(CLASSIC).cells)
    cells[2] = 9
    board = read(satdoku.Puzzle(cells), Style(SANS))
    assert not board.sure
    assert board.complaint


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no picture"),
        (b"\x89PNG\r\n\x1a\n", "no picture"),
        (CLASSIC.encode(), "no picture"),
        ("blank", "no board"),
        ("empty", "no digits"),
        ("page", "not digits|no board"),
    ],
)
def test_what_is_no_board_is_refused_in_one_line(data, words):
    if data == "blank":
        data = distorted(Image.new("RGB", (400, 300), "white"), PHOTO, np.random.default_rng(1))
    elif data == "page":
        image = Image.new("RGB", (600, 600), "white")
        from PIL import ImageDraw, ImageFont

        font = ImageFont.truetype(SANS, 16)
        for line in range(24):
            ImageDraw.Draw(image).text((20, 20 + 22 * line), "Lines of text " * 4, 0, font)
        data = distorted(image, Distortion(), np.random.default_rng(1))
    elif data == "empty":
        data = picture(satdoku.Puzzle([0] * 81), Style(SANS))
    with pytest.raises(satdoku.ParseError, match=words) as raised:
        satdoku.read_picture(data)
    assert "\n" not in str(raised.value)


def test_a_layout_adds_rules_and_must_fit():
    puzzle = satdoku.parse(CLASSIC)
    data = picture(puzzle, Style(SANS))
    (board,) = satdoku.read_picture(data, layout="9x9+diagonal")
    assert board.puzzle.layout.name == "9x9+diagonal"
    assert (board.solutions, board.sure) == (0, False)
    with pytest.raises(satdoku.ParseError, match="9 × 9"):
        satdoku.read_picture(data, layout="6x6")


def test_transparent_paper_is_white():
    image = drawn(SMALL, Style(SANS, cell=60)).convert("RGBA")
    pixels = np.array(image)
    pixels[..., 3] = 255 - pixels[..., 0]
    pixels[..., :3] = 0
    stored = BytesIO()
    Image.fromarray(pixels).save(stored, "PNG")
    (board,) = satdoku.read_picture(stored.getvalue())
    assert board.puzzle == SMALL
