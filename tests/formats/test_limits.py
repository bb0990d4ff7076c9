"""What is read has limits, which are said in one line before anything is built."""

import gzip
import json

import pyarrow as pa
import pytest
from click.testing import CliRunner
from pyarrow import parquet

from satdoku import Layout, ParseError, parse, verify_steps
from satdoku.certificates.verifying import verify
from satdoku.cli.main import cli
from satdoku.errors import LayoutError
from satdoku.formats import parquet as parquet_reading
from satdoku.formats.links.payloads import MOST, pack, unpack
from satdoku.formats.text import json_text
from satdoku.formats.text.json_text import load_json


def complaint(*arguments: str) -> str:
    """Why the command refuses to read."""
    done = CliRunner().invoke(cli, list(arguments), standalone_mode=False)
    assert isinstance(done.exception, ParseError), done
    assert str(done.exception).isprintable()
    return str(done.exception)


@pytest.mark.parametrize(
    "name", ["x.txt", "x.csv", "x.jsonl", "x.txt.gz", "x.csv.gz", "x.jsonl.gz"]
)
def test_a_line_that_never_ends(name, tmp_path):
    file, data = tmp_path / name, b"puzzle\n" + b"1" * 5_000_000
    file.write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    said = complaint("check", str(file))
    assert "1,000,000 characters" in said or "JSON" in said


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"puzzle":' * 100_000, "9" * 6000, "[" * 100_000 + "]" * 100_000]
)
def test_json_that_is_nested_deeply_or_has_endless_numbers(text, tmp_path):
    with pytest.raises(ParseError):
        load_json(text)
    file = tmp_path / "x.json"
    file.write_text(f'{{"puzzle":{text}}}')
    assert complaint("check", str(file))
    assert verify(f'{{"certificate":{text}}}').outcome == "wrong"


def test_a_long_document_is_refused_before_it_is_parsed(monkeypatch):
    with pytest.raises(ParseError, match="32,000,000"):
        load_json("[" + " " * json_text.DOCUMENT_LIMIT + "]")


@pytest.mark.slow
def test_a_short_link_that_unpacks_to_much_takes_no_time():
    longest = "a" * MOST
    packed = pack(longest)
    assert len(packed) < 10_000
    assert unpack(packed) == longest  # the library took four minutes
    with pytest.raises(ParseError, match="2,000,000 characters"):
        unpack(pack(longest + "bc"))


def test_large_batches_of_parquet(tmp_path, monkeypatch):
    file = tmp_path / "x.parquet"
    parquet.write_table(pa.table({"puzzle": [f"{n:01000}" for n in range(100)]}), file)
    monkeypatch.setattr(parquet_reading, "PARQUET_LIMIT", 50_000)
    assert "over 50,000 bytes" in complaint("check", str(file))


def test_a_text_that_a_small_file_of_parquet_repeats_a_thousand_times(tmp_path):
    file = tmp_path / "x.parquet"
    column = pa.DictionaryArray.from_arrays(pa.array([0] * 1000, pa.int32()), ["1" * 900_000])
    parquet.write_table(pa.table({"puzzle": column}), file)
    assert file.stat().st_size < 100_000
    assert "over 536,870,912 bytes in 1,000 rows" in complaint("check", str(file))


@pytest.mark.parametrize(
    "name", ["50x50", "1000000x1000000", "9" * 100, "9x9+killer:1:r1c" + "1" * 500]
)
def test_boards_beyond_the_largest(name):
    with pytest.raises(LayoutError):
        Layout.named(name)


@pytest.mark.parametrize("text", ["1" * 2501, "." * 100_000, " ".join(["1"] * 250_001)])
def test_cells_beyond_the_largest_board(text):
    with pytest.raises(ParseError):
        parse(text)


@pytest.mark.slow
def test_steps_that_name_cells_without_end():
    board = "1..............."
    for text in ("=> r" + "1" * 500 + "c1=1", "Naked single: => " + "r1c2=2, " * 100_000):
        try:
            found = verify_steps(text, puzzle=board)
        except ParseError as error:
            assert str(error).isprintable()
        else:
            assert not found.ok
    with pytest.raises(ParseError):
        verify_steps(json.dumps({"steps": [1], "puzzle": board}))
