"""What comes through a pipe, or compressed, is read as a file of its kind would be."""

import gzip
import json
import os
import signal
import sys
from subprocess import PIPE

import pytest

from satdoku import ParseError
from satdoku.cli.main import cli
from satdoku.cli.stream.inputs import kind_of_content, open_input
from satdoku.cli.stream.reading import Feed
from tests.oracle import NEFARIOUS
from tests.processes import COMMAND, NEVER, running
from tests.processes import command as satdoku

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TABLES = {
    "t.csv": f"id,puzzle,note\n7,{EASY},hello\n8,{NEFARIOUS},x\n",
    "semicolons.csv": f"id;puzzle;note\n7;{EASY};hello\n8;{NEFARIOUS};x\n",
    "excel.csv": f"sep=;\nid;puzzle;note\n7;{EASY};hello\n8;{NEFARIOUS};x\n",
    "t.tsv": f"id\tpuzzle\tnote\n7\t{EASY}\thello\n8\t{NEFARIOUS}\tx\n",
    "t.jsonl": f'{{"puzzle": "{EASY}", "a": 1}}\n{{"puzzle": "{NEFARIOUS}", "a": 2}}\n',
    "t.json": f'[{{"puzzle": "{EASY}", "a": 1}},\n {{"puzzle": "{NEFARIOUS}", "a": 2}}]\n',
}


@pytest.fixture
def pipe(monkeypatch):
    """A function: makes these pieces, one after another, standard input."""
    opened = []

    def through(*pieces):
        read, write = os.pipe()
        if len(pieces) == 1:
            os.write(write, pieces[0])
        else:  # the first is read before the others are there
            child = os.fork()
            if not child:
                for piece in pieces:
                    os.write(write, piece)
                os._exit(0)
            opened.append(child)
        os.close(write)
        monkeypatch.setattr(sys, "stdin", open(read))  # noqa: SIM115

    yield through
    for child in opened:
        os.waitpid(child, 0)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("is_packed", [False, True])
def test_a_table_is_known_without_its_name(name, is_packed, tmp_path, monkeypatch, pipe, capsys):
    monkeypatch.chdir(tmp_path)
    data = TABLES[name].encode()
    (tmp_path / name).write_bytes(data)
    pipe(gzip.compress(data) if is_packed else data)
    for source in (name, "-"):
        cli.main(["count", source, "--format", "csv"], standalone_mode=False)
    of_file, of_pipe = capsys.readouterr().out.split("puzzle,count")[1:]
    assert of_pipe == of_file
    assert len(of_file.splitlines()) == 3
    assert ",a\n" in of_file or ",id,note\n" in of_file


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
@pytest.mark.parametrize("name", TABLES)
def test_text_is_read_as_windows_writes_it(name, encoding, tmp_path, pipe):
    text = TABLES[name].replace("\n", "\r\n")
    data = ("\ufeff" * (encoding == "utf-16-be") + text).encode(encoding)
    (tmp_path / name).write_bytes(data)
    pipe(data)
    for source in (str(tmp_path / name), "-"):
        feed = Feed((source,), keep=str)
        assert [e.puzzle.line for e in feed.entries()] == [EASY, NEFARIOUS]
        assert feed.table(source)


def test_what_is_cut_off_in_utf_16_is_said(tmp_path):
    (tmp_path / "cut.txt").write_bytes(EASY.encode("utf-16")[:-1])
    with pytest.raises(ParseError, match="is not UTF-16"):
        list(Feed((str(tmp_path / "cut.txt"),)).entries())


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(",".join(EASY[i : i + 9]).replace(".", "") for i in range(0, 81, 9)),
        f"{EASY},{EASY}",
        f"{EASY};1\n",
    ],
)
def test_a_table_without_a_header_is_text(text, tmp_path):
    (tmp_path / "board.csv").write_text(text)
    feed = Feed((str(tmp_path / "board.csv"),))
    assert [entry.puzzle.line for entry in feed.entries()] == [EASY]


def test_a_header_may_come_in_pieces(pipe):
    data = TABLES["t.csv"].encode()
    pipe(data[:5], data[5:90], data[90:])
    feed = Feed(("-",))
    assert feed.piped[0] == "csv"
    assert [entry.puzzle.line for entry in feed.entries()] == [EASY, NEFARIOUS]


@pytest.mark.parametrize(
    "start",
    ["puzzle, by hand\n", f"{EASY}\n", f"[[{','.join(EASY)}]]\n", '{"puzzle": 12', "a,b\n", ""],
)
def test_other_text_is_no_table(start):
    assert kind_of_content(start.encode()) == ""


@pytest.mark.slow_cases("rate")
@pytest.mark.parametrize("words", ["solve --format line", "check", "rate"])
def test_workers_answer_a_pipe_that_has_not_ended(words):
    told = [*COMMAND, *words.split(), "-j", "2", "-"]
    with running(told, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) as process:
        for puzzle in (EASY, NEFARIOUS, EASY):  # each is written once the one before is answered
            process.stdin.write(puzzle + "\n")
            process.stdin.flush()
            assert process.stdout.readline()
        process.send_signal(signal.SIGINT)  # while it waits for the next
        assert process.wait(NEVER) == 130
        assert "Traceback" not in process.stderr.read()


def test_parquet_needs_a_file(pipe):
    pipe(b"PAR1\x15\x04\x15")
    with pytest.raises(ParseError, match="from a pipe: give the file"):
        list(Feed(("-",)).entries())


def test_a_column_of_text_is_refused(pipe):
    pipe(f"{EASY}\n".encode())
    with pytest.raises(Exception, match="--column is for tables"):
        list(Feed(("-",), column="note").entries())


def test_what_is_no_stream_may_be_compressed_too(tmp_path):
    packed = tmp_path / "state.txt.gz"
    packed.write_bytes(gzip.compress(EASY.encode()))
    with open_input(str(packed)) as (_, lines):
        assert list(lines) == [EASY]
    packed.write_bytes(packed.read_bytes()[:20])
    with pytest.raises(ParseError, match="cut off"), open_input(str(packed)) as (_, lines):
        list(lines)


def test_what_puzzles_are_without_is_said_of_a_long_file_too(tmp_path):
    rows = [[{"value": int(d), "given": True} for d in row] for row in ("1234", "3412", "2143")]
    board = {"size": 4, "grid": [*rows, [{}] * 4], "foo": 1}
    text, path = json.dumps(board) + "\n", tmp_path / "many.txt"
    for times in (1, 80):
        path.write_text(text * times)
        for command in ("count", "diagnose"):
            done = satdoku(command, "--limit", "2", "--ignore-rules", "foo", str(path))
            assert done.stderr.count("without the rule 'foo'") == 1, (times, command)
            assert "none of the puzzles" not in done.stderr
