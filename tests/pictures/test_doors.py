"""Pictures at the command line and at the API."""

import base64
import json
import subprocess
import sys

import pytest

import satdoku
from tests.rooms import lacking

pytest.importorskip("cv2", reason="needs OpenCV: pip install opencv-python-headless")
pytest.importorskip("PIL", reason="needs Pillow")

from tests.pictures.drawing import as_text, example

SMALL = "1.....3..1.....2"


def run(*arguments, given=b""):
    """A command in a process of its own: (status, output, errors)."""
    line = [sys.executable, "-m", "satdoku", *arguments]
    done = subprocess.run(line, input=given, capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "photo.png"
    path.write_bytes(example(SMALL))
    return path


def test_the_command_prints_boards_of_all_files_and_of_standard_input(photo):
    several = example("4...........3..1")
    status, printed, errors = run("read", str(photo), "-", "--format", "line", given=several)
    assert (status, printed.split()) == (1, [SMALL, "4...........3..1"])
    assert "standard input: several solutions" in errors


def test_what_it_prints_as_json_is_a_puzzle_for_others(photo):
    _, printed, _ = run("read", str(photo), "--format", "json")
    record = json.loads(printed)
    assert (record["sure"], record["file"], len(record["confidence"])) == (True, str(photo), 16)
    status, solved, _ = run("solve", "-", "--format", "line", given=printed.encode())
    assert (status, solved.strip()) == (0, satdoku.solve(SMALL).line)
    assert satdoku.parse(record) == satdoku.parse(SMALL)


def test_errors_name_the_picture(tmp_path):
    path = tmp_path / "text.png"
    path.write_text(SMALL)
    for name, words in ((path, "no picture"), (tmp_path / "missing.png", "missing.png")):
        status, _, errors = run("read", str(name))
        assert status == 2
        assert words in errors
        assert errors.count("\n") == 1


def test_without_opencv_it_says_what_to_install(photo, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "cv2", None)
    with pytest.raises(satdoku.EngineError, match="pip install opencv-python-headless"):
        satdoku.read_picture(photo)


@pytest.mark.skipif("serving" in lacking(), reason="needs the server")
def test_the_api_reads_a_picture_in_base64():
    from satdoku.serving.operations import OPERATIONS

    picture = base64.b64encode(as_text(SMALL).encode()).decode()
    (board,) = OPERATIONS["read"].run({"picture": picture})["boards"]
    assert (board["puzzle"], board["sure"], board["complaint"]) == (SMALL, True, "")
    with pytest.raises(satdoku.PuzzleError, match="base64"):
        OPERATIONS["read"].run({"picture": "§"})
    with pytest.raises(satdoku.ParseError, match="no picture"):
        OPERATIONS["read"].run({})
