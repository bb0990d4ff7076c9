"""Audits of data sets: planted faults are all found, none is invented."""

import gzip
import json
import tracemalloc
import zipfile
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import satdoku
from satdoku.batch.form_digests import least_digests
from satdoku.cli.main import cli
from satdoku.datasets.audit import auditing, judging
from satdoku.datasets.audit.judging import AuditOptions
from satdoku.datasets.files import reading
from satdoku.datasets.files.reading import read_set
from satdoku.datasets.files.trainer_arrays import read_arrays
from satdoku.errors import OutputError, ParseError, PuzzleError
from satdoku.layout import Layout
from satdoku.operations.layout_symmetries import symmetries
from satdoku.render.audit_page import page

pytest.importorskip("pyarrow")

PUZZLES = [puzzle.line for puzzle in satdoku.generate(8, seed=11)]
ANSWERS = [satdoku.solution(line).line for line in PUZZLES]
MORE = [puzzle.line for puzzle in satdoku.generate(8, seed=12)]


def table(path, rows, header="puzzle,solution"):
    lines = [header] * bool(header) + [",".join(row) for row in rows]
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def test_an_audit_lists_exactly_the_planted_faults(tmp_path):
    rows = list(zip(PUZZLES, ANSWERS, strict=True))
    given = next(i for i, mark in enumerate(PUZZLES[2]) if mark != ".")
    several = PUZZLES[2][:given] + "." + PUZZLES[2][given + 1 :]  # irreducible: it had one solution
    clash = "11" + "." * 79
    renamed = ANSWERS[3].translate(str.maketrans("12", "21"))
    holes = ANSWERS[5][:-1] + "."
    rows[2] = (several, ANSWERS[2])
    rows[3] = (PUZZLES[3], renamed)
    rows[5] = (PUZZLES[5], holes)
    rows += [(PUZZLES[0][:50], ANSWERS[0]), (clash, ""), (PUZZLES[1], ANSWERS[1])]
    rows.append((satdoku.shuffled(PUZZLES[4], seed=3).line, ""))
    leaks = [(MORE[0], ""), (satdoku.shuffled(PUZZLES[6], seed=9).line, ""), (PUZZLES[7], "")]
    test, train = table(tmp_path / "test.csv", rows), table(tmp_path / "train.csv", leaks)

    found = satdoku.audit(test, against=train)
    record = found.record()
    assert (record["rows"], record["proper"]) == (12, 9)
    assert [item["row"] for item in record["unreadable"]] == [9]
    assert (record["several_solutions"], record["no_solution"]) == ([3], [10])
    assert record["wrong_answers"] == [4, 6]
    assert record["unanswered"] == 2
    assert (record["duplicates"], record["exact_duplicates"]) == ([[2, 11], [5, 12]], 1)
    assert (record["leaks"], record["exact_leaks"]) == ([[7, 2], [8, 3]], 1)
    assert record["minimal"] == sum(
        satdoku.check(line).minimal
        for line in [*PUZZLES, PUZZLES[1], PUZZLES[4]]
        if line != PUZZLES[2]
    )
    rated = [satdoku.rate(line) for line, _ in rows if line not in (several, clash, rows[8][0])]
    assert sum(record["ratings"].values()) == len(rated) == 9
    assert record["ratings"] == {
        f"{n:.1f}": sum(r.hardest == n for r in rated) for n in sorted({r.hardest for r in rated})
    }
    assert record["clues"][str(81 - PUZZLES[0].count("."))] >= 1
    assert not found.is_clean
    assert json.loads(json.dumps(record)) == record
    assert "row 7 is " in found.text()
    assert "<script" not in page(found)


def test_the_command_says_no_and_writes_a_page(tmp_path):
    name = table(tmp_path / "<b>.csv", [(PUZZLES[0], ANSWERS[1])])
    result = CliRunner().invoke(
        cli,
        ["dataset", "audit", name, "--no-ratings", "-o", str(tmp_path / "a.html")],
        standalone_mode=False,
    )
    assert result.return_value == 1
    text = (tmp_path / "a.html").read_text()
    assert "wrong answers" in text
    assert "<b>" not in text.replace("<body>", "")


def test_clean_rows_are_called_clean(tmp_path):
    name = table(tmp_path / "a.csv", zip(PUZZLES, ANSWERS, strict=True))
    other = table(tmp_path / "b.csv", [(line, "") for line in MORE])
    found = satdoku.audit(name, against=other, ratings=False, minimal=False)
    assert found.is_clean
    assert (found.proper, found.minimal, found.ratings) == (8, None, {})


def shapes(folder):
    """The same rows as they are published: by name, the files."""
    rows = list(zip(PUZZLES, ANSWERS, strict=True))
    zeros = [(puzzle.replace(".", "0"), answer) for puzzle, answer in rows]
    boards, answers = (
        np.array([[int(mark) for mark in line] for line in lines], np.uint8)
        for lines in zip(*zeros, strict=True)
    )
    table(folder / "kaggle.csv", zeros, "quizzes,solutions")
    table(folder / "rrn.csv", zeros, "")
    extreme = [("made", *row, "3") for row in rows]
    table(folder / "extreme.csv", extreme, "source,question,answer,rating")
    (folder / "rows.jsonl").write_text(
        "".join(json.dumps({"puzzle": p, "solution": s}) + "\n" for p, s in rows)
    )
    gym = [
        {"question": "Solve", "metadata": {"puzzle": p.tolist(), "solution": s.tolist()}}
        for p, s in zip(boards.reshape(-1, 9, 9), answers.reshape(-1, 9, 9), strict=True)
    ]
    (folder / "gym.jsonl").write_text("".join(json.dumps(record) + "\n" for record in gym))
    with gzip.open(folder / "packed.csv.gz", "wt") as stream:
        stream.write((folder / "kaggle.csv").read_text())
    import pyarrow as pa
    from pyarrow import parquet

    columns = {"puzzle": PUZZLES, "solution": ANSWERS}
    parquet.write_table(pa.table(columns), folder / "rows.parquet")
    trainer = folder / "train"
    trainer.mkdir()
    np.save(trainer / "all__inputs.npy", boards + 1)
    np.save(trainer / "all__labels.npy", answers + 1)
    hot = np.concatenate([np.zeros((1, 9)), np.eye(9)])
    np.savez(
        folder / "satnet.npz",
        features=hot[boards].reshape(-1, 9, 9, 9),
        labels=hot[answers].reshape(-1, 9, 9, 9),
    )
    order = np.zeros((len(rows), 325), np.int32)
    for i, (board, answer) in enumerate(zip(boards, answers, strict=True)):
        cells = sorted(range(81), key=lambda cell, board=board: board[cell] == 0)
        order[i, 0] = (board > 0).sum()
        order[i, 1:] = [x for c in cells for x in (c // 9, c % 9, answer[c], 0 if board[c] else 2)]
    np.save(folder / "order.npy", order)
    np.savez(folder / "boards.npz", puzzles=boards, solutions=answers)
    return boards, answers


def test_sets_are_read_as_they_are_published(tmp_path):
    boards, answers = shapes(tmp_path)
    for path in sorted(tmp_path.iterdir()):
        (rows,) = read_set(str(path))
        assert not rows.wrong and not rows.ill_answered, path
        assert rows.numbers.tolist() == list(range(1, 9)), path
        assert (rows.boards == boards).all(), path
        assert (rows.answers == answers).all(), path


def header_of(descr):
    """The head of an .npy whose numbers are said to be of this type."""
    text = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': (1, 81)}}\n".encode()
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("x.csv", b"a,b\n1,2\n", "no column"),
        ("x.npy", b"\x93NUMPY", "not an array of numbers"),
        ("x.npz", b"", "not an array of numbers"),
        ("x.npy", header_of("9" * 4987), "not an array of numbers"),
        ("x.pt", b"x", "npz"),
        ("x.csv", b"", "no column"),
        ("x.txt", b"", "no puzzle"),
        ("x.csv.gz", b"no gzip", "damaged"),
    ],
)
def test_files_that_are_no_set(tmp_path, name, content, says):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(satdoku.ParseError, match=says):
        satdoku.audit(str(tmp_path / name))


def test_equal_digests_are_equal_up_to_every_symmetry():
    """On 4×4 by trying all moves of the board and names of the digits."""
    layout = Layout.of_size(4)
    images = symmetries(layout)
    rng = np.random.default_rng(4)
    boards = rng.integers(1, 5, (60, 16)) * (rng.random((60, 16)) < 0.2)
    boards = np.unique(boards, axis=0).astype(np.uint8)
    names = [np.array([0, *order], np.uint8) for order in permutations(range(1, 5))]

    def least(board):
        return min(name[board[image]].tobytes() for image in images for name in names)

    clash = [
        any(len(set(v := [b[c] for c in h.cells if b[c]])) < len(v) for h in layout.houses)
        for b in boards
    ]
    boards = boards[~np.array(clash)]
    keys = least_digests(boards, layout)
    forms = [least(board) for board in boards]
    assert len(set(forms)) < len(forms)
    for i in range(len(boards)):
        for j in range(i):
            assert (forms[i] == forms[j]) == (keys[i] == keys[j]).all()


def test_options_are_a_record_or_keywords(tmp_path):
    name = table(tmp_path / "a.csv", zip(ANSWERS, PUZZLES, strict=True))
    swapped = {"column": "solution", "answer": "puzzle", "ratings": False, "layout": "9x9"}
    options = AuditOptions(**swapped)
    found = satdoku.audit(name, options=options)
    assert found.is_clean
    assert found == satdoku.audit(name, **swapped)
    with pytest.raises(PuzzleError, match="AuditOptions already decide near: set it there"):
        satdoku.audit(name, options=options, near=False)
    with pytest.raises(TypeError, match="unexpected keyword argument 'rating'"):
        satdoku.audit(name, rating=False)


def test_a_stored_audit_says_its_options_as_before(tmp_path):
    """Byte for byte, so that an audit goes on which an earlier version began."""
    name = table(tmp_path / "a.csv", zip(PUZZLES, ANSWERS, strict=True))
    kept = tmp_path / "kept"

    def stop(told, rows):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        satdoku.audit(name, layout="9x9", keep=kept, minimal=False, progress=stop)
    state = Path(name).stat()
    assert (kept / "asked.json").read_text() == (
        f'{{"files": [["{name}", {state.st_size}, {state.st_mtime_ns}]], "against": [], '
        '"layout": "9x9", "column": null, "answer": null, "ratings": true, "minimal": false, '
        '"scale": null, "near": true}'
    )


def test_a_stopped_audit_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "BLOCK", 3)
    monkeypatch.setattr(auditing, "MANY", 1)
    rows = [*zip(PUZZLES, ANSWERS, strict=True), (PUZZLES[0][:40], ""), (PUZZLES[1], ANSWERS[0])]
    test = table(tmp_path / "test.csv", rows)
    train = table(tmp_path / "train.csv", [(MORE[0], ""), (PUZZLES[7], "")])
    whole = satdoku.audit(test, against=train).record()

    def stop(name, rows):
        if rows > 6:
            raise KeyboardInterrupt

    kept = tmp_path / "kept"
    with pytest.raises(KeyboardInterrupt):
        satdoku.audit(test, against=train, keep=kept, progress=stop)
    with pytest.raises(OutputError, match="other options"):
        satdoku.audit(test, against=train, keep=kept, minimal=False)
    judged = []
    rate = judging.rate_boards
    monkeypatch.setattr(
        judging,
        "rate_boards",
        lambda boards, *rest: judged.append(len(boards)) or rate(boards, *rest),
    )
    assert satdoku.audit(test, against=train, keep=kept).record() == whole
    assert sum(judged) == 1  # of the last block
    assert not kept.exists()


def test_the_command_goes_on_only_beside_a_file(tmp_path):
    name = table(tmp_path / "a.csv", zip(PUZZLES, ANSWERS, strict=True))
    assert CliRunner().invoke(cli, ["dataset", "audit", name, "--resume"]).exit_code == 2
    out = str(tmp_path / "a.json")
    told = ["dataset", "audit", name, "--no-ratings", "-o", out]
    CliRunner().invoke(cli, [*told, "--resume"])
    assert json.loads((tmp_path / "a.json").read_text())["proper"] == 8
    assert not (tmp_path / "a.json.part").exists()


def test_rows_of_several_boards_are_judged_each_by_its_own(tmp_path):
    small, six = "1..4............", "1....." + "." * 30
    full = "1234341221434321"
    diagonal = next(iter(satdoku.generate(1, seed=3, layout="9x9+diagonals")))
    solution = satdoku.solution(diagonal).line
    rows = [
        (PUZZLES[0], ANSWERS[0], ""),
        (small, full, "4x4"),
        (diagonal.line, solution, diagonal.layout.name),
        (full, full, ""),
        (six, "", ""),
        (satdoku.shuffled(diagonal, seed=5).line, "", diagonal.layout.name),
        (diagonal.line, "", "9x9+diagonal nonsense"),
        (PUZZLES[1][:50], "", ""),
    ]
    name = table(tmp_path / "mixed.csv", rows, "puzzle,solution,layout")
    record = satdoku.audit(name, ratings=False).record()
    assert record["boards"] == {"9x9": 1, "4x4": 2, "9x9+diagonal": 2, "6x6": 1}
    assert [item["row"] for item in record["unreadable"]] == [7, 8]
    assert record["several_solutions"] == [2, 5]
    assert record["wrong_answers"] == []
    assert record["duplicates"] == [[3, 6]]
    text = tmp_path / "mixed.txt"
    text.write_text("\n".join([PUZZLES[0], "", full, "", PUZZLES[1], ""]))
    assert satdoku.audit(str(text), ratings=False).record()["boards"] == {"9x9": 2, "4x4": 1}


def test_rows_are_the_same_only_under_the_same_rules(tmp_path):
    rows = [(PUZZLES[0], "9x9"), (PUZZLES[0], "9x9+diagonals"), (PUZZLES[0], "9x9")]
    name = table(tmp_path / "a.csv", rows, "puzzle,layout")
    other = table(tmp_path / "b.csv", [(PUZZLES[0],)], "puzzle")
    record = satdoku.audit(name, against=other, ratings=False, minimal=False).record()
    assert record["duplicates"] == [[1, 3]]
    assert record["leaks"] == [[1, 1], [3, 1]]


def test_what_rows_say_of_themselves_is_compared(tmp_path):
    ratings = [satdoku.rate(line) for line in PUZZLES[:5]]
    clues = [81 - line.count(".") for line in PUZZLES]
    rows = [
        [line, str(count), f"{rating.hardest:.1f}", rating.label]
        for line, count, rating in zip(PUZZLES, clues, ratings, strict=False)
    ]
    rows[1][1] = str(clues[1] + 1)
    rows[2][2] = "9.9"
    rows[3][3] = "beginner" if ratings[3].label != "beginner" else "hard"
    rows[4][3] = "of another scale"
    name = table(tmp_path / "a.csv", rows, "puzzle,clues,rating,label")
    found = satdoku.audit(name)
    assert list(found.wrong_claims) == [2, 3, 4]
    assert found.wrong_claims[2] == f"clues {clues[1] + 1}: it has {clues[1]}"
    assert not found.is_clean
    assert "wrong claims        3  row 2: clues" in found.text()
    assert list(satdoku.audit(name, ratings=False).wrong_claims) == [2]


def test_columns_that_are_swapped_are_said(tmp_path):
    name = table(tmp_path / "a.csv", zip(ANSWERS, PUZZLES, strict=True))
    found = satdoku.audit(name, ratings=False)
    assert len(found.wrong_answers) == 8
    assert "columns swapped" in found.wrong_answers[1]
    assert satdoku.audit(name, ratings=False, column="solution", answer="puzzle").is_clean


def archive(file, header, rows):
    """An .npz whose array has this header."""
    text = header.ljust(118).encode()
    packed = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
    with packed, packed.open("puzzles.npy", "w") as out:
        out.write(b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text)
        for _ in range(rows // 1000):
            out.write(bytes(81_000))


HEADER = "{{'descr': '{}', 'fortran_order': False, 'shape': {}}}"


@pytest.mark.parametrize(
    "header",
    [
        HEADER.format("|u1", "(10**12, 81)"),
        HEADER.format("|u1", "(1000000000000, 81)"),
        HEADER.format("|u1", "(-1, 81)"),
        HEADER.format("|O", "(1000, 81)"),
        "{",
        "",
        HEADER.format("|u1", "(" * 90),
        HEADER.format("<U9000000000", "(1000, 81)"),
        HEADER.format("|u1", "()"),
        HEADER.format("<i8", "(1000, 81)"),
    ],
)
def test_an_archive_whose_header_lies_is_refused_in_one_line(header, tmp_path):
    archive(tmp_path / "x.npz", header, 1000)
    with pytest.raises(ParseError, match=r"x\.npz: not an array of numbers"):
        list(read_arrays(tmp_path / "x.npz", None))


@pytest.mark.slow
def test_an_archive_is_read_in_blocks(tmp_path):
    archive(tmp_path / "x.npz", HEADER.format("|u1", "(1000000, 81)"), 1_000_000)
    tracemalloc.start()
    rows = sum(map(len, read_arrays(tmp_path / "x.npz", None)))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert rows == 1_000_000
    assert most < 80_000_000  # the array alone is 81 MB


def test_an_archive_by_columns_is_read_too(tmp_path):
    boards = np.arange(4 * 16).reshape(4, 16) % 5
    np.savez(tmp_path / "x.npz", puzzles=np.asfortranarray(boards))
    (rows,) = read_arrays(tmp_path / "x.npz", None)
    assert (rows.boards == boards).all()
