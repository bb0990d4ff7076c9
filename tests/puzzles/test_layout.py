import pickle

import pytest

from satdoku import Layout, LayoutError
from tests.oracle import JIGSAW_9, LAYOUTS

SIZES = [4, 6, 8, 9, 10, 12, 15, 16, 25, 36, 49]


@pytest.mark.parametrize("size", SIZES)
def test_every_house_holds_each_cell_of_its_kind_once(size):
    layout = Layout.of_size(size)
    for kind in ("row", "column", "box"):
        cells = [cell for house in layout.houses if house.kind == kind for cell in house.cells]
        assert sorted(cells) == list(range(size * size))


@pytest.mark.parametrize(
    ("size", "shape"),
    [
        (4, (2, 2)),
        (6, (2, 3)),
        (8, (2, 4)),
        (10, (2, 5)),
        (12, (3, 4)),
        (15, (3, 5)),
        (16, (4, 4)),
        (25, (5, 5)),
        (49, (7, 7)),
    ],
)
def test_default_boxes_are_nearly_square(size, shape):
    assert Layout.of_size(size).box_shape == shape


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 47])
def test_prime_sizes_are_latin_squares(size):
    assert {house.kind for house in Layout.of_size(size).houses} == {"row", "column"}


def test_boxes_of_the_6x6_board():
    boxes = [house.cells for house in Layout.of_size(6).houses if house.kind == "box"]
    assert boxes[0] == (0, 1, 2, 6, 7, 8)
    assert boxes[3] == (15, 16, 17, 21, 22, 23)


def test_windows_of_hyper_sudoku():
    windows = [h.cells for h in Layout.named("9x9+windoku").houses if h.kind == "window"]
    assert [cells[0] for cells in windows] == [10, 14, 46, 50]
    assert all(len(cells) == 9 for cells in windows)


def test_disjoint_groups_take_one_cell_of_each_box():
    layout = Layout.named("9x9+disjoint")
    groups = [set(house.cells) for house in layout.houses if house.kind == "disjoint"]
    boxes = [set(house.cells) for house in layout.houses if house.kind == "box"]
    assert len(groups) == 9
    assert all(len(group & box) == 1 for group in groups for box in boxes)


def test_center_is_the_middle_of_each_box():
    [center] = [h for h in Layout.named("9x9+center").houses if h.kind == "center"]
    assert center.cells == (10, 13, 16, 37, 40, 43, 64, 67, 70)


@pytest.mark.parametrize(
    "name",
    [*LAYOUTS, JIGSAW_9, "12x12/2x6", "9x9/latin", "9x9+diagonal+window", "16x16", "1x1"],
)
def test_a_name_gives_the_layout_back(name):
    layout = Layout.named(name)
    assert layout.name == name
    assert Layout.named(layout.name) == layout
    assert pickle.loads(pickle.dumps(layout)) == layout


def test_own_houses_are_numbered():
    layout = Layout.named("4x4+house:r1c1,r2c2+house:r1c2,r2c1")
    assert [str(house) for house in layout.houses[-2:]] == ["house 1", "house 2"]
    assert Layout.named(layout.name) == layout


def test_short_names_and_synonyms():
    assert Layout.named("9") == Layout.of_size(9)
    assert Layout.named("9+x") == Layout.named("9x9+diagonal")


def test_jigsaw_marks_may_be_any_characters():
    assert Layout.jigsaw("aabb\naabb\nccdd\nccdd") == Layout.boxes(2, 2)


def test_symbols_default_to_digits_then_letters():
    assert Layout.of_size(16).symbols == "123456789ABCDEFG"
    assert Layout.of_size(36).symbols.endswith("XYZa")
    assert Layout.of_size(4, "@#$%").symbol(3) == "$"


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Layout.of_size(0), "1 to 49"),
        (lambda: Layout.of_size(50), "1 to 49"),
        (lambda: Layout.boxes(8, 8), "1 to 49"),
        (lambda: Layout.of_size(4, "123"), "4 different characters"),
        (lambda: Layout.of_size(4, "1224"), "4 different characters"),
        (lambda: Layout.of_size(4, "123."), "cannot stand for a digit"),
        (lambda: Layout.of_size(4, "123 "), "cannot stand for a digit"),
        (lambda: Layout(4, (0,) * 15), "15 region marks"),
        (lambda: Layout(4, (0,) * 16), "region 1 has 16 cells"),
        (lambda: Layout.jigsaw("112"), "3 region marks"),
        (lambda: Layout.jigsaw("1" * 16), "1 regions"),
        (lambda: Layout.named("9x8x7"), "is not a layout"),
        (lambda: Layout.named("nine"), "is not a layout: write 9x9"),
        (lambda: Layout.named("samuri+diagonal"), "is not a layout: did you mean samurai"),
        (lambda: Layout.named("anti-knight"), "begin with the board, as in 9x9\\+anti-knight"),
        (lambda: Layout.named("x"), "begin with the board, as in 9x9"),
        (lambda: Layout.named("6x6/3x3"), "fit a board of size 9"),
        (lambda: Layout.named("6x6/huge"), "not a box shape"),
        (lambda: Layout.named("9x9+antiknigth"), "did you mean anti-knight"),
        (lambda: Layout.named("7x7+window"), "cannot have the houses"),
        (lambda: Layout.named("4x4+house:r5c1"), "is not a cell"),
        (lambda: Layout.named("4x4+house:r1c1,r1c1"), "different cells"),
    ],
)
def test_impossible_layouts_say_what_is_wrong(make, says):
    with pytest.raises(LayoutError, match=says):
        make()


def test_boards_with_rules_share_their_houses_and_equal_those_made_anew():
    board = Layout.named("9x9+diagonal")
    ruled = board.with_constraints("anti-knight").with_constraints("killer:3:r1c1,r1c2")
    named = Layout.named("9x9+diagonal+anti-knight+killer:3:r1c1,r1c2")
    assert ruled.houses is board.houses
    assert ruled.without_constraints() is board
    assert ruled == named
    assert hash(ruled) == hash(named)
    assert ruled != board
    assert pickle.loads(pickle.dumps(ruled)) == ruled
