"""Files of many puzzles through the command line: blocks, bad lines, tables, and going on."""

import csv
import fcntl
import gzip
import json
import os
import resource
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest

from satdoku import Layout, ParseError, parse_all
from satdoku.board import STANDARD
from satdoku.cli.stream.reading import Feed, Order
from satdoku.cli.stream.resuming import keep_whole_lines
from satdoku.formats.opening import opened
from satdoku.formats.text.line_blocks import texts
from tests.boards import mixed_boards
from tests.cli.test_cli import assert_complains, satdoku
from tests.marks import by_night_but, slow_but
from tests.processes import COMMAND, NEVER, hears_signals, running, until

LINES = texts(mixed_boards(STANDARD, 400, seed=1), STANDARD)
#: commands whose answers must not depend on the size of the input
COMMANDS = [
    ["solve", "--format", "grid"],
    ["solve", "--format", "json"],
    ["solve", "--format", "csv"],
    ["solve", "--logic", "--format", "json"],
    ["check"],
    ["check", "--format", "json", "--require", "minimal"],
    ["count", "--limit", "5"],
    ["minimize", "--format", "line"],
    ["minimize", "--keep", "proper", "--format", "json", "--symmetry", "half-turn"],
]


@pytest.fixture
def many(tmp_path):
    """A file of 400 lines."""
    path = tmp_path / "many.txt"
    path.write_text("\n".join(LINES) + "\n")
    return path


@pytest.mark.parametrize("command", by_night_but(COMMANDS, *COMMANDS[1::3]), ids=" ".join)
def test_a_large_file_gets_the_answers_of_its_parts(command, many, tmp_path):
    jobs = satdoku(*command, "-j", "2", str(many))
    whole = satdoku(*command, str(many))
    assert (jobs.stdout, jobs.stderr, jobs.returncode) == (
        whole.stdout,
        whole.stderr,
        whole.returncode,
    )
    program = (
        "import sys, satdoku.cli.stream.answering as a, satdoku.cli.main as m\n"
        "spread = a.spread\n"
        "a.spread = lambda *given: spread(*given[:3], True, *given[4:])  # all singly\n"
        f"sys.argv[1:] = {[*command, str(many)]!r}; m.main()"
    )
    plain = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (plain.stdout, plain.stderr) == (whole.stdout, whole.stderr)
    assert plain.returncode == whole.returncode


@pytest.mark.slow
def test_generating_many_gives_the_bytes_of_generating_few():
    many = satdoku("generate", "-n", "60", "--seed", "3", "--format", "json", "-j", "2")
    few = [
        satdoku("generate", "-n", "20", "--start", str(start), "--seed", "3", "--format", "json")
        for start in (0, 20, 40)
    ]
    assert many.stdout == "".join(done.stdout for done in few)


@pytest.mark.parametrize("ending", ["gz", "zst"])
def test_a_compressed_file_that_lost_its_end_is_continued(ending, tmp_path):
    path = tmp_path / f"out.txt.{ending}"
    command = ["generate", "--count", "60", "--seed", "1", "--format", "line", "-o", str(path)]
    assert satdoku(*command).returncode == 0
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    (tmp_path / f"out.txt.{ending}.run").write_text("")  # as an interrupted run leaves it
    again = satdoku(*command, "--resume")
    assert again.returncode == 0 and "cut off" in again.stderr
    assert path.read_bytes() == whole
    for other in (b"no such file" + whole, whole[:12]):
        path.write_bytes(other)
        assert satdoku(*command, "--resume").returncode == 2
        assert path.read_bytes() == other, "it may be another file"


# -- What lines hold --------------------------------------------------------------------------


def entries(*names, layout=None, **options):
    feed = Feed(tuple(map(str, names)), layout, **options)
    blocks = list(feed.pieces(Order.BLOCKS))
    found = [block.entry(i) for block in blocks for i in range(len(block))]
    assert found == list(Feed(tuple(map(str, names)), layout, **options).entries())
    return found


@pytest.mark.parametrize(
    "odd",
    [
        [],
        ["# a comment", ""],
        [LINES[0] + " # 3.4", LINES[1] + ",7", LINES[2] + ";" + LINES[3]],
        [LINES[0].replace(".", "0"), LINES[1].replace(".", "_"), "  " + LINES[2]],
        ["12..34..........", LINES[4], "1234" * 4],
        [line + "\r" for line in LINES[:3]],
        ["a title of the next puzzles", "7"],
    ],
)
def test_blocks_hold_what_the_reader_finds_line_by_line(tmp_path, odd):
    path = tmp_path / "lines.txt"
    lines = [*LINES[:150], *odd, *LINES[150:300], *odd]
    path.write_text("\n".join(lines))
    found = entries(path)
    assert [(e.puzzle, e.where) for e in found] == [
        (puzzle, f"{path}, line {number}")
        for number, line in enumerate(lines, 1)
        for puzzle in ([] if len(line) < 16 or line[0] in "#a" else parse_all(line))
    ]
    assert [entry.number for entry in found] == list(range(1, len(found) + 1))


@pytest.mark.parametrize("name", ["16x16", "6x6", "9x9+diagonal"])
def test_blocks_of_other_layouts(tmp_path, name):
    layout = Layout.named(name)
    path = tmp_path / "lines.txt"
    lines = texts(mixed_boards(layout, 90, seed=2), layout)
    path.write_text("\n".join(lines))
    assert [entry.puzzle.line for entry in entries(path, layout=layout)] == lines


@pytest.mark.slow
def test_large_files_of_grids_are_read_too(tmp_path):
    path = tmp_path / "grids.txt"
    puzzles = list(parse_all("\n".join(LINES[:150])))
    path.write_text("\n\n".join(map(str, puzzles)))
    assert [entry.puzzle for entry in entries(path)] == puzzles


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (LINES[0][:80], "80 cells in a line"),
        (LINES[0][:80] + "Z", "'Z' is not a symbol"),
        ("0" + "." * 80, "blanks are"),
        ("\xff" + LINES[0], ""),
    ],
)
@pytest.mark.parametrize("place", [0, 200, 399])
def test_a_bad_line_stops_or_is_left_out(many, bad, says, place):
    lines = [*LINES[:place], bad, *LINES[place:]]
    many.write_bytes("\n".join(lines).encode("latin-1"))
    where = f"many.txt, line {place + 1}"
    stopped = satdoku("count", str(many), "--limit", "2")
    assert stopped.returncode == 2
    assert where in stopped.stderr
    assert says in stopped.stderr
    answers = satdoku("count", "-", "--limit", "2", stdin="\n".join(LINES)).stdout
    assert stopped.stdout == "".join(answers.splitlines(keepends=True)[:place])
    skipped = satdoku("count", str(many), "--limit", "2", "--on-error", "skip")
    assert skipped.returncode == 1
    assert where in skipped.stderr
    assert skipped.stderr.endswith("left out 1 line that holds no puzzle\n")
    assert skipped.stdout == answers


def test_bad_lines_among_few_are_left_out_too():
    lines = [LINES[0], LINES[1][:80], LINES[2], "9" * 80 + "Z", LINES[3]]
    done = satdoku("count", "-", "--limit", "2", "--on-error", "skip", stdin="\n".join(lines))
    good = satdoku("count", "-", "--limit", "2", stdin="\n".join(lines[::2]))
    assert (done.stdout, done.returncode) == (good.stdout, 1)
    assert done.stderr.splitlines()[0].startswith("satdoku: standard input, line 2")


@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_other_line_ends(many, end):
    expected = satdoku("count", str(many), "--limit", "2").stdout
    many.write_bytes((end.join(LINES) + end).encode())
    assert satdoku("count", str(many), "--limit", "2").stdout == expected
    assert [entry.line for entry in entries(many)] == list(range(1, 401))


def test_grids_among_many_lines(many):
    grid = str(next(parse_all(LINES[7])))
    many.write_text("\n".join([*LINES[:200], grid, *LINES[200:], grid, ""]))
    found = [entry.puzzle.line for entry in entries(many)]
    assert found == [*LINES[:200], LINES[7], *LINES[200:], LINES[7]]
    short = grid.rpartition("\n")[0]
    many.write_text("\n".join([*LINES[:200], short, *LINES[200:]]))
    done = satdoku("count", str(many), "--limit", "2")
    assert (done.returncode, "board with only 8 rows" in done.stderr) == (2, True)


def test_a_line_without_end_is_one_bad_line(many):
    many.write_text("\n".join([*LINES[:200], "x" * 2_500_000, *LINES[200:], ""]))
    done = satdoku("count", str(many), "--limit", "2", "--on-error", "skip")
    assert len(done.stdout.split()) == 400
    assert "line 201: a line of over 1,000,000 characters" in done.stderr
    assert done.returncode == 1


@pytest.mark.slow
def test_hard_boards_are_left_to_a_solver(tmp_path):
    layout = Layout.named("25x25")
    hard = mixed_boards(layout, 3, seed=1, ways=(0.42,))
    easy = mixed_boards(layout, 24, seed=1, ways=(0.9,))
    path = tmp_path / "large.txt"
    path.write_text("\n".join(texts(hard, layout) + texts(easy, layout)))
    assert path.stat().st_size > 16_384
    done = satdoku("solve", str(path), "--format", "line")
    assert [len(line) for line in done.stdout.splitlines()] == [625] * 27


def test_ctrl_c_ends_a_count_of_many_solutions(tmp_path):
    path, out = tmp_path / "empty.txt", tmp_path / "out.txt"
    path.write_text(LINES[0] + "\n" + ("." * 81 + "\n") * 300)
    for jobs in ("1", "2"):
        arguments = ["count", str(path), "-j", jobs, "-o", str(out)]
        with running([*COMMAND, *arguments], stderr=subprocess.PIPE) as process:
            part = tmp_path / "out.txt.part"
            until(lambda part=part, run=process: part.exists() and hears_signals(run))
            process.send_signal(signal.SIGINT)
            _, complaint = process.communicate(timeout=NEVER)
        assert (process.returncode, b"Traceback" in complaint) == (130, False)


def test_layouts_mixed_in_a_file(many):
    small = "12..34.........."
    many.write_text("\n".join([*LINES[:200], small, *LINES[200:]]))
    done = satdoku("count", str(many), "--limit", "20")
    assert (done.stdout.splitlines()[200], done.returncode) == ("12", 0)
    fixed = satdoku("count", str(many), "--limit", "20", "--layout", "9x9")
    assert len(fixed.stdout.split()) == 400


def test_summary_counts(many):
    done = satdoku("check", "--summary", str(many))
    counts = satdoku("count", "--limit", "1", str(many)).stdout.split()
    proper, several, none = (counts.count(c) for c in ("1", "1+", "0"))
    assert done.stdout == (
        f"400 puzzles, {proper} proper, {several} with several solutions, {none} with none\n"
    )
    assert done.returncode == 1
    few = satdoku("check", "--summary", "--require", "logic", "--format", "json", LINES[0])
    assert json.loads(few.stdout)["puzzles"] == 1


# -- Compressed files and tables --------------------------------------------------------------


def test_compressed_files_in_and_out(many, tmp_path):
    expected = satdoku("count", str(many), "--limit", "2").stdout
    packed = tmp_path / "many.gz"
    packed.write_bytes(gzip.compress(many.read_bytes()))
    assert satdoku("count", str(packed), "--limit", "2").stdout == expected
    for name in ("out.txt.gz", "out.txt.zst"):
        out = tmp_path / name
        done = satdoku("minimize", "--format", "line", str(many), "-o", str(out))
        assert done.returncode == 1
        again = satdoku("count", str(out), "--limit", "1")
        assert len(again.stdout.split()) == 400 - done.stderr.count("\n")
    assert gzip.decompress((tmp_path / "out.txt.gz").read_bytes())[4:8] != b""


@pytest.mark.parametrize("name", ["many.txt.gz", "many.txt.zst", "many.parquet", "many.csv.gz"])
def test_a_file_cut_off_is_an_error(many, tmp_path, name):
    path = tmp_path / name
    done = (
        satdoku("solve", str(many), "-o", str(path), "--format", "csv" if "csv" in name else "json")
        if "parquet" not in name
        else satdoku("solve", str(many), "-o", str(path))
    )
    assert path.exists(), done.stderr
    path.write_bytes(path.read_bytes()[:-200])
    assert_complains(satdoku("count", str(path), "--limit", "2"), 2, name)


@pytest.mark.parametrize("name", ["a.gz", "a.zst", "a.parquet"])
def test_a_file_that_is_not_what_its_name_says(tmp_path, name):
    path = tmp_path / name
    path.write_text("\n".join(LINES))
    assert_complains(satdoku("solve", str(path)), 2, name)


@pytest.mark.parametrize("name", ["own.jsonl", "own.json.gz", "OWN.CSV"])
@pytest.mark.parametrize("count", [3, 400])
def test_what_satdoku_writes_it_reads(many, tmp_path, name, count):
    many.write_text("\n".join(LINES[:count]))
    path = tmp_path / name
    satdoku("solve", str(many), "-o", str(path))
    expected = satdoku("count", str(many), "--limit", "2").stdout
    assert satdoku("count", str(path), "--limit", "2").stdout == expected


def test_lines_that_are_no_json(tmp_path):
    path = tmp_path / "bad.jsonl"
    path.write_text('{"puzzle": "' + LINES[0] + '"}\n{"puzzle": oops}\n')
    assert_complains(satdoku("count", str(path)), 2, "bad.jsonl, line 2", "not valid JSON")
    path.write_text("[1]\n")
    assert_complains(satdoku("count", str(path)), 2, "bad.jsonl, line 1", "object")
    path.write_text('{"text": 1}\n')
    assert_complains(satdoku("count", str(path)), 2, "no column named puzzle", "it has text")


def test_places_where_parquet_cannot_go(tmp_path):
    packed = satdoku("solve", LINES[0], "-o", str(tmp_path / "x.parquet.gz"))
    assert_complains(packed, 2, "leave out .gz")
    missing = satdoku("solve", LINES[0], "-o", str(tmp_path / "no" / "x.parquet"))
    assert_complains(missing, 2, "No such file or directory")


@pytest.mark.slow
def test_many_puzzles_that_cannot_be_are_refused_as_one_is():
    command = ["generate", "--layout", "4x4", "--clues", "3", "--seed", "1"]
    one, many = (satdoku(*command, "-n", count) for count in ("1", "200"))
    assert (many.stderr, many.returncode) == (one.stderr, one.returncode)


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize("count", [3, 400])
def test_tables_in_and_out(many, tmp_path, suffix, count):
    many.write_text("\n".join(LINES[:count]))
    table = tmp_path / f"solved.{suffix}"
    satdoku("solve", str(many), "-o", str(table))
    lines = satdoku("solve", str(many), "--format", "line").stdout.splitlines()
    if suffix == "csv":
        rows = list(csv.DictReader(table.open()))
    else:
        from pyarrow import parquet

        rows = parquet.read_table(table).to_pylist()
    assert [row["puzzle"] for row in rows] == LINES[:count]
    assert [row["solution"] or "# no solution" for row in rows] == lines
    expected = satdoku("count", str(many), "--limit", "2").stdout
    assert satdoku("count", str(table), "--limit", "2").stdout == expected
    wrong = satdoku("count", str(table), "--column", "outcome")
    first = 2 if suffix == "csv" else 1
    assert_complains(wrong, 2, f"solved.{suffix}, line {first}: no puzzle found")


def test_kaggles_columns(tmp_path):
    path = tmp_path / "sudoku.csv"
    rows = [f"{line.replace('.', '0')},{'1' * 81}" for line in LINES[:300]]
    path.write_text("\n".join(["quizzes,solutions", *rows]) + "\n")
    expected = satdoku("count", "-", "--limit", "2", stdin="\n".join(LINES[:300])).stdout
    assert satdoku("count", str(path), "--limit", "2").stdout == expected


def test_empty_rows_do_not_end_a_table(tmp_path):
    path = tmp_path / "gap.csv"
    path.write_text("\n".join(["puzzle", *LINES[:150], *[""] * 8200, *LINES[:150], ""]))
    assert len(satdoku("count", str(path), "--limit", "1").stdout.split()) == 300


def test_a_table_that_is_not_utf_8(tmp_path):
    path = tmp_path / "latin.csv"
    path.write_bytes(b"puzzle\n" + LINES[0].encode() + b"\n\xe9\n")
    assert_complains(satdoku("count", str(path)), 2, "latin.csv", "byte 0xE9 is not UTF-8")
    done = satdoku("count", str(path), "--on-error", "skip", "--limit", "1")
    assert (len(done.stdout.split()), done.returncode) == (1, 1)


def test_a_column_may_be_empty_for_long(tmp_path, monkeypatch):
    from satdoku.cli.stream import output, resuming, writing

    monkeypatch.setattr(resuming, "ROWS", 2)
    path = tmp_path / "table.parquet"
    rows = ({"b": "x"}, {"b": "y"}, {"a": True, "b": "z"})
    lines = [writing.WrittenAnswer("", record=row) for row in rows]
    output.Output(str(path), "parquet", {"a": "bool", "b": "string"}).write(iter(lines), "")
    from pyarrow import parquet

    assert parquet.read_table(path).column("a").to_pylist() == [None, None, True]


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_a_table_without_the_column(tmp_path, suffix):
    path = tmp_path / f"table.{suffix}"
    if suffix == "csv":
        path.write_text("id,text\n1,2\n")
    else:
        import pyarrow
        from pyarrow import parquet

        parquet.write_table(pyarrow.table({"id": [1], "text": ["2"]}), path)
    done = satdoku("solve", str(path))
    assert_complains(done, 2, f"table.{suffix}", "no column named puzzle", "id, text", "--column")
    assert_complains(satdoku("solve", str(path), "--column", "grid"), 2, "no column 'grid'")


def test_parquet_is_not_for_standard_output():
    assert_complains(satdoku("solve", LINES[0], "--format", "parquet"), 2, "--output")


# -- Going on ---------------------------------------------------------------------------------

RESUMED = [
    ["solve", "--format", "json"],
    ["solve", "--format", "csv"],
    ["check"],
    ["count", "--limit", "3"],
    ["minimize", "--format", "line"],
]


@pytest.mark.slow_cases("solve --format json")
@pytest.mark.parametrize("command", slow_but(RESUMED, RESUMED[0]), ids=" ".join)
def test_an_output_cut_off_anywhere_is_gone_on_with(command, many, tmp_path):
    out = tmp_path / "out"
    whole = satdoku(*command, str(many), "-o", str(out))
    expected = out.read_bytes()
    line = expected.index(b"\n", len(expected) // 2) + 1
    for cut in (0, 1, 40, line - 1, line, line + 1, len(expected) - 1, len(expected)):
        out.write_bytes(expected[:cut])
        done = satdoku(*command, str(many), "-o", str(out), "--resume")
        assert out.read_bytes() == expected, cut
        assert done.returncode <= whole.returncode
        assert sorted(os.listdir(tmp_path)) == ["many.txt", "out"]


def test_generating_goes_on_too(tmp_path):
    out = tmp_path / "out.csv"
    arguments = ["generate", "-n", "80", "--seed", "4", "-o", str(out)]
    satdoku(*arguments)
    expected = out.read_bytes()
    for cut in (5, 500, len(expected)):
        out.write_bytes(expected[:cut])
        satdoku(*arguments, "--resume")
        assert out.read_bytes() == expected
    assert_complains(satdoku("generate", "-o", str(out), "--resume"), 2, "--seed")


def test_answers_of_another_run_are_not_gone_on_with(many, tmp_path):
    out = tmp_path / "out.json"
    satdoku("solve", str(many), "-o", str(out))
    before = out.read_bytes()
    lines = before.splitlines(keepends=True)
    out.write_bytes(b"".join(lines[1:50]))
    done = satdoku("solve", str(many), "-o", str(out), "--resume")
    assert (done.returncode, "other answers (number 49" in done.stderr) == (2, True)
    assert out.read_bytes() == b"".join(lines[1:50])
    few = tmp_path / "few.txt"
    few.write_text("\n".join(LINES[:20]))
    out.write_bytes(before)
    done = satdoku("solve", str(few), "-o", str(out), "--resume")
    assert (done.returncode, "more than there are puzzles" in done.stderr) == (2, True)
    assert out.read_bytes() == before


@pytest.mark.parametrize("precious", ["precious\nand precious", "precious", "a,b\n1,2\n"])
@pytest.mark.parametrize("form", ["line", "csv", "parquet"])
def test_a_file_of_something_else_stays_as_it_is(many, tmp_path, precious, form):
    out = tmp_path / "precious.txt"
    out.write_text(precious)
    done = satdoku("solve", "--format", form, str(many), "-o", str(out), "--resume")
    assert_complains(done, 2, "precious.txt holds other answers")
    assert out.read_text() == precious


def test_what_a_killed_run_left_is_not_lost(many, tmp_path):
    out, part = tmp_path / "out.txt", tmp_path / "out.txt.part"
    part.write_text("1\n")
    done = satdoku("count", str(many), "-o", str(out))
    assert_complains(done, 2, "out.txt.part is left", "--resume", "delete")
    assert part.read_text() == "1\n"


@pytest.mark.parametrize("extra", [["--format", "grid", "-o", "x"], ["--format", "json"]])
def test_resuming_needs_a_file_of_lines(extra):
    assert_complains(satdoku("solve", LINES[0], "--resume", *extra), 2, "--resume needs")


@contextmanager
def started(arguments, out):
    """A run that has begun to write."""
    with running([*COMMAND, *arguments], stderr=subprocess.PIPE) as process:
        part = out.with_name(out.name + ".part")
        until(lambda: process.poll() is not None or (part.exists() and part.stat().st_size))
        assert process.poll() is None
        yield process


@pytest.mark.slow_cases("2")
@pytest.mark.parametrize("jobs", slow_but(["1", "2"], "2"))
def test_a_killed_run_is_gone_on_with(tmp_path, jobs):
    out, source = tmp_path / "out.json", tmp_path / "many.txt"
    made = satdoku("generate", "-n", "400", "--format", "line").stdout
    source.write_text(made * 100)
    arguments = ["solve", str(source), "-o", str(out), "-j", jobs]
    with started(arguments, out) as process:
        process.kill()
    assert not out.exists()
    satdoku(*arguments, "--resume")
    assert out.read_text() == satdoku("solve", str(source), "--format", "json").stdout


@pytest.mark.slow_cases("2")
@pytest.mark.parametrize("jobs", slow_but(["1", "2"], "2"))
def test_ctrl_c_leaves_whole_lines_and_the_run_goes_on(tmp_path, jobs):
    out = tmp_path / "out.txt"
    arguments = ["generate", "--seed", "1", "--format", "line", "-o", str(out), "-j", jobs]
    with started([*arguments, "-n", "100000000"], out) as process:
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=NEVER)
    assert complaint.decode().split("\n") == [
        f"satdoku: progress is saved in {out}; --resume continues from there",
        "satdoku: interrupted",
        "",
    ]
    assert process.returncode == 130
    lines = out.read_text().splitlines()
    assert {len(line) for line in lines} == {81}
    more = str(len(lines) + 10)
    satdoku(*arguments, "-n", more, "--resume")
    assert out.read_text() == satdoku(*arguments[:-4], "-n", more).stdout


@pytest.mark.slow
def test_another_input_or_option_is_not_gone_on_with(many, tmp_path):
    out = tmp_path / "out.txt"
    many.write_text(many.read_text() * 500)
    arguments = ["count", str(many), "-o", str(out), "--limit"]
    with started([*arguments, "9"], out) as process:
        process.kill()
    assert_complains(satdoku(*arguments, "8", "--resume"), 2, "started with another --limit")
    many.write_text(many.read_text().replace("1", "2"))
    assert_complains(satdoku(*arguments, "9", "--resume"), 2, "started with another input 1")


def is_locked(path):
    """Another process holds the file."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


@pytest.mark.parametrize("form", ["line", "parquet"])
def test_a_second_run_on_the_same_file_is_refused(tmp_path, form):
    out = tmp_path / "out.x"
    run = ["generate", "--seed", "1", "--format", form, "-o", str(out), "-n"]
    with running([*COMMAND, *run, "100000000"], stderr=subprocess.DEVNULL) as process:
        until(lambda: is_locked(tmp_path / "out.x.part"))
        size = (tmp_path / "out.x.part").stat().st_size
        for extra in [], ["--resume"]:
            second = satdoku(*run, "5", *extra)
            assert_complains(second, 2, "another run is writing", "out.x")
        assert (tmp_path / "out.x.part").stat().st_size >= size
        assert process.poll() is None
    assert not out.exists()


def test_a_run_that_ends_leaves_only_its_answers(many, tmp_path):
    out = tmp_path / "out.txt"
    satdoku("count", str(many), "--limit", "5", "-o", str(out))
    assert sorted(path.name for path in tmp_path.iterdir()) == [many.name, "out.txt"]


def test_a_full_disk_leaves_what_was_there(tmp_path):
    out = tmp_path / "out.txt"
    arguments = [
        *COMMAND,
        "generate",
        "-n",
        "4000",
        "--seed",
        "1",
        "--format",
        "line",
        "-o",
        str(out),
    ]
    limit = 100_000

    def small_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    def run():
        return subprocess.run(
            arguments, preexec_fn=small_files, capture_output=True, text=True, check=False
        )

    done = run()
    assert (done.returncode, "cannot write" in done.stderr) == (2, True)
    assert "Traceback" not in done.stderr
    assert {len(line) for line in out.read_text().splitlines()} == {81}
    out.write_text("precious")
    assert run().returncode == 2
    assert out.read_text() == "precious"


def test_whole_lines_are_kept_of_a_file(tmp_path):
    path = tmp_path / "file"
    for content, kept in (
        (b"", b""),
        (b"a", b""),
        (b"a\nb", b"a\n"),
        (b"a\n", b"a\n"),
        (b"a\n" + b"b" * 200_000, b"a\n"),
    ):
        path.write_bytes(content)
        keep_whole_lines(str(path))
        assert path.read_bytes() == kept


def test_no_puzzle_at_all_is_an_error(tmp_path):
    path = tmp_path / "prose.txt"
    path.write_text("words and words\n" * 2000)
    assert_complains(satdoku("solve", str(path)), 2, "no puzzle found")
    with pytest.raises(ParseError):
        entries(path)


@pytest.mark.parametrize("kind", ["gz", "zst"])
def test_a_compressed_file_is_resumed(kind, tmp_path):
    if kind == "zst":
        pytest.importorskip("pyarrow")
    many, out, plain = (tmp_path / name for name in ("many.txt", f"out.txt.{kind}", "plain.txt"))
    lines = [line for line in LINES if line.count(".") < 50][:30]
    many.write_text("".join(f"{line}\n" for line in lines))
    some = tmp_path / "some.txt"
    some.write_text("".join(f"{line}\n" for line in lines[:2]))
    assert satdoku("count", str(many), "-o", str(plain)).returncode == 0
    assert satdoku("count", str(some), "-o", str(out)).returncode == 0
    assert satdoku("count", str(many), "-o", str(out), "--resume").returncode == 0
    assert os.listdir(tmp_path).count(out.name + ".part") == 0
    with opened(str(out)) as (_, stream):
        assert stream.read() == plain.read_bytes()
    out.with_name(out.name + ".part").write_bytes(plain.read_bytes()[:7])  # interrupted
    out.unlink()
    assert satdoku("count", str(many), "-o", str(out), "--resume").returncode == 0
    with opened(str(out)) as (_, stream):
        assert stream.read() == plain.read_bytes()
