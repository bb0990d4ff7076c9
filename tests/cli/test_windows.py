"""Where the system has no `fcntl` and no `resource` (Windows), all but the locks works: the same
tests of reading, solving, auditing and writing pass with these modules hidden."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]
#: Imports of these fail from the start, in pytest and in all that it starts.
HIDING = """
import sys
for name in ("fcntl", "resource"):
    sys.modules[name] = None
"""
FAST = ["puzzles/test_board.py", "puzzles/test_layout.py", "engines/test_solving.py",
        "engines/test_decode.py", "formats/test_reader.py",
        "project/test_door.py",
        "datasets/test_datasets.py::test_an_archive_by_columns_is_read_too"]  # fmt: skip


@pytest.mark.nightly
def test_the_fast_part_passes_without_what_windows_lacks():
    run = f"{HIDING}\nimport pytest\nsys.exit(pytest.main(sys.argv[1:]))"
    command = [sys.executable, "-c", run, "-q", "-x", "-p", "no:xdist", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *(str(HERE / name) for name in FAST)],
        capture_output=True,
        text=True,
        check=False,
        env={key: value for key, value in os.environ.items() if key != "SATDOKU_SLOW"},
    )
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.room("datasets")
def test_an_audit_needs_no_locks(tmp_path):
    (tmp_path / "x.txt").write_text("1234341221434321\n1...............\n")
    run = f"{HIDING}\nfrom satdoku.cli.main import main\nmain()"
    words = ["dataset", "audit", "x.txt", "--layout", "4x4", "-o", "x.json"]
    done = subprocess.run(
        [sys.executable, "-c", run, *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "x.json").exists()
