"""Tables: every record is a puzzle or a named omission, whatever they hold."""

import gzip
import json
import tracemalloc

import pytest

from satdoku import ParseError
from satdoku.cli.stream import reading as feeding
from satdoku.cli.stream.entries import Block
from satdoku.cli.stream.reading import Feed, Order
from satdoku.formats.tables import puzzle_column
from tests.oracle import EASY, LECTURE

ROWS = [EASY[i : i + 9] for i in range(0, 81, 9)]
GRID = "\n".join(ROWS)


def read(path, order=Order.BLOCKS, **options):
    """(line, puzzle) and messages of a table, as they come."""
    said = []
    feed = Feed((str(path),), skip_bad=True, **options)
    feed_complain, feeding.complain = feeding.complain, said.append
    try:
        found = []
        for piece in feed.pieces(order):
            entries = (
                [piece.entry(i) for i in range(len(piece))] if isinstance(piece, Block) else [piece]
            )
            found += [(entry.line, entry.puzzle.line) for entry in entries]
    finally:
        feeding.complain = feed_complain
    assert feed.bad == len(said)
    return found, [message.rpartition("/")[2] for message in said]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_breaks_in_cells_and_between_them(tmp_path, end):
    path = tmp_path / "t.csv"
    text = "puzzle,name\n" + f'"{GRID}",x\n' * 2 + f"{LECTURE},y\n"
    path.write_bytes(text.replace("\n", end).encode())
    assert read(path) == ([(2, EASY), (11, EASY), (20, LECTURE)], [])
    lines = [json.dumps({"puzzle": GRID.replace("\n", end)}), json.dumps({"puzzle": LECTURE})]
    path = tmp_path / "t.jsonl"
    path.write_text("\n".join(lines))
    assert read(path) == ([(1, EASY), (2, LECTURE)], [])


def test_records_without_a_puzzle_are_named_and_counted(tmp_path):
    path = tmp_path / "t.jsonl"
    records = [{"puzzle": EASY}, {"quiz": EASY}, {"puzzle": None}, {"puzzle": ""}, 7, {"puzzle": 5}]
    path.write_text("\n".join(map(json.dumps, records)) + "\n{\n\n" + json.dumps(records[0]))
    found, said = read(path)
    assert found == [(1, EASY), (9, EASY)]
    assert [message[:15] for message in said] == [f"t.jsonl, line {n}" for n in (2, 3, 4, 5, 6, 7)]
    assert "no key 'puzzle' in this record: it has quiz" in said[0]
    path = tmp_path / "t.csv"
    path.write_text(f"id,puzzle\n1,{EASY}\n2\n3,\n4,{EASY},5\n")
    found, said = read(path)
    assert (found, len(said)) == ([(2, EASY), (5, EASY)], 2)


@pytest.mark.parametrize(
    ("name", "text"), [("t.csv", "puzzle\n"), ("t.jsonl", "\n"), ("t.json", "[]")]
)
def test_a_table_without_a_record_is_an_error(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ParseError, match="no record"):
        read(path)


def test_several_puzzles_in_a_field_are_none(tmp_path):
    path = tmp_path / "t.jsonl"
    path.write_text(json.dumps({"puzzle": GRID + "\n\n" + GRID}))
    assert "several puzzles in one field" in read(path)[1][0]


@pytest.mark.parametrize("indent", [None, 1])
def test_lists_in_json_are_read_item_by_item(tmp_path, indent):
    path = tmp_path / "t.json"
    path.write_text(json.dumps([EASY, {"puzzle": LECTURE}, "bad"], indent=indent))
    found, said = read(path)
    assert [line for _, line in found] == [EASY, LECTURE]
    assert len(said) == 1
    path.write_text(json.dumps([EASY, EASY], indent=1)[:-3])
    assert "breaks off" in read(path)[1][-1]


NASTY = [
    b'{"puzzle": "\\ud800"}',
    b'{"\\ud800": 1}',
    b'{"puzzle": ' + b"9" * 5000 + b"}",
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b'{"puzzle": ' + b"[" * 5000 + b"]" * 5000 + b"}",
    b'{"puzzle": "\xff"}',
    b'{"puzzle": {"puzzle": 1}}',
    b"null",
    b"NaN",
    b'"\\u0000"',
    b"\x00\x00\x00{",
]


@pytest.mark.parametrize("nasty", NASTY, ids=range(len(NASTY)))
def test_json_that_is_meant_to_hurt_is_one_bad_line(tmp_path, nasty):
    path = tmp_path / "t.jsonl"
    good = json.dumps({"puzzle": EASY}).encode()
    path.write_bytes(b"\n".join([good, nasty, good]))
    found, said = read(path)
    assert found == [(1, EASY), (3, EASY)]
    assert len(said) == 1
    assert all(message.isprintable() for message in said)
    path.write_bytes(nasty)
    try:
        assert not read(path)[0]
    except ParseError as error:
        assert str(error).isprintable()


NASTY_ROWS = [
    b'"' + b"1" * 200_000 + b'"',
    b'a,"b\n' * 3 + b'"',
    b"\xff\xfe,\xff",
    b"," * 200_000,
    b"\0,\0",
    b"1\n2\n3",
    b'"""""',
]


@pytest.mark.parametrize("nasty", NASTY_ROWS, ids=range(len(NASTY_ROWS)))
@pytest.mark.parametrize("place", ["header", "row"])
def test_csv_that_is_meant_to_hurt_is_an_error(tmp_path, nasty, place):
    path = tmp_path / "t.csv"
    start = b"" if place == "header" else b"name,puzzle\n"
    path.write_bytes(start + nasty + b"\nx," + EASY.encode() + b"\n")
    try:
        found, said = read(path)
    except ParseError as error:
        assert place == "header"
        assert str(error).isprintable()
    else:
        assert said or found


def test_bytes_that_are_no_text_matter_only_in_the_puzzles_column(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes(b"name,puzzle\nM\xfcller," + EASY.encode() + b"\nx,\xfc\n")
    found, said = read(path)
    assert found == [(2, EASY)]
    assert said == ["t.csv, line 3: byte 0xFC is not UTF-8 text: save the text as UTF-8"]


def test_boards_that_are_lists_in_json_are_one_puzzle_each(tmp_path):
    cells = [[None if c == "." else int(c) for c in row] for row in ROWS]
    boards = [ROWS, [r.replace(".", " ") for r in ROWS], cells, [c for row in cells for c in row]]
    path = tmp_path / "t.json"
    for value in (*boards, boards[1:], [boards[0], boards[2]]):
        for indent in (None, 1):
            path.write_text(json.dumps(value, indent=indent))
            found, said = read(path)
            assert ({line for _, line in found}, said) == ({EASY}, [])


@pytest.mark.parametrize("name", ["t.csv.gz", "t.jsonl.gz", "t.txt.gz", "t.json.gz"])
def test_a_packed_line_without_end_takes_no_room(tmp_path, name):
    path = tmp_path / name
    start = b'puzzle\n"' if "csv" in name else b'["' if ".json." in name else b""
    with gzip.open(path, "wb", compresslevel=1) as packed:
        packed.write(start)
        for _ in range(60):
            packed.write(b"x" * 1_000_000)
    tracemalloc.start()
    try:
        found, said = read(path)
        assert not found
    except ParseError as error:
        said = [str(error)]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert said
    assert peak < 40_000_000


def test_a_damaged_parquet_file_is_an_error(tmp_path):
    import pyarrow
    from pyarrow import parquet

    path = tmp_path / "t.parquet"
    parquet.write_table(pyarrow.table({"puzzle": [EASY, None, LECTURE]}), path)
    assert read(path)[0] == [(1, EASY), (3, LECTURE)]
    whole = path.read_bytes()
    for place in range(0, len(whole), 7):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x5A]) + whole[place + 1 :])
        try:
            read(path)
        except ParseError as error:
            assert str(error).isprintable()


# -- A pipe of which little is known at first ---------------------------------------------------


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("skip", [0, 3, 30, 70])
def test_one_by_one_first_and_then_in_blocks(tmp_path, order, skip):
    path = tmp_path / "p.txt"
    path.write_text("\n".join([*[EASY, LECTURE] * 20, GRID, "", GRID[:40], *[LECTURE] * 20]) + "\n")
    feed = Feed((str(path), EASY, str(path)), skip_bad=True)
    feed_complain, feeding.complain = feeding.complain, lambda _: None
    try:
        pieces = list(feed.pieces(order, skip))
    finally:
        feeding.complain = feed_complain
    kinds = [isinstance(piece, Block) for piece in pieces]
    assert kinds == sorted(kinds)
    assert any(kinds) == (order is not Order.SINGLY)
    entries = [entry for piece in pieces for entry in piece.entries()]
    assert [entry.number for entry in entries] == list(range(skip + 1, 124))
    assert entries == list(Feed(feed.inputs, skip_bad=True).entries())[skip:]
    assert feed.bad == 2


def test_puzzles_as_arguments_are_told_apart():
    feed = Feed((EASY, LECTURE))
    assert [entry.where for entry in feed.entries()] == ["argument 1, line 1", "argument 2, line 1"]
    assert [entry.where for entry in Feed((EASY,)).entries()] == ["argument, line 1"]


def test_a_puzzle_that_comes_alone_is_one_by_itself_and_all_others_are_blocks(tmp_path):
    path = tmp_path / "p.txt"
    path.write_text(f"{EASY}\n{LECTURE}\n")
    kinds = [isinstance(piece, Block) for piece in Feed((EASY, str(path), EASY)).pieces()]
    assert kinds == [False, True, True, True]  # rules might stand below the last of a part
    assert [len(piece) for piece in Feed((str(path),)).pieces() if isinstance(piece, Block)] == [1]


def test_two_columns_of_the_same_name_are_refused_not_guessed() -> None:
    assert puzzle_column(["id", "Puzzle", "puzzle"], None) == "puzzle"
    with pytest.raises(ParseError, match="2 columns are named puzzle: rename all but one"):
        puzzle_column(["puzzle", "puzzle"], None)
