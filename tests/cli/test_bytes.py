"""What every command prints, byte for byte, and its exit status: moving code must not change it.

`bytes/commands.txt` holds the commands, `bytes/printed.json` the status and a digest of standard
output and error of each. Where a change is meant, run this file as a program: it writes what has
changed and shows it.
"""

import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from marks import slow_but

HERE = Path(__file__).parents[1] / "bytes"
RECORD = HERE / "printed.json"
COMMANDS = (HERE / "commands.txt").read_text().splitlines()
#: Commands that one test runs.
GROUP = 12


def run(command: str, folder: Path) -> tuple[int, bytes, bytes]:
    """(exit status, standard output, standard error) of a command run in a folder."""
    done = subprocess.run(
        [sys.executable, "-m", "satdoku", *shlex.split(command)],
        cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=300, check=False,
        env=os.environ | {"COLUMNS": "80"},
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def digest(printed: tuple[int, bytes, bytes]) -> list:
    """What is recorded of a command."""
    status, *streams = printed
    return [status, *(hashlib.sha256(stream).hexdigest()[:16] for stream in streams)]


def inputs(folder: Path) -> Path:
    """A folder that holds the fixed inputs."""
    for path in HERE.iterdir():
        if path.suffix in (".txt", ".csv") and path.name != "commands.txt":
            shutil.copy(path, folder)
    return folder


@pytest.mark.parametrize("start", slow_but(range(0, len(COMMANDS), GROUP), 0, 4 * GROUP, 8 * GROUP))
def test_commands_print_the_same_bytes(start, tmp_path):
    record = json.loads(RECORD.read_text())
    folder = inputs(tmp_path)
    changed = []
    for command in COMMANDS[start : start + GROUP]:
        printed = run(command, folder)
        if digest(printed) != record[command]:
            changed.append((command, *printed))
    assert not changed


def test_no_record_is_left_over():
    assert sorted(json.loads(RECORD.read_text())) == sorted(COMMANDS)


def main() -> None:
    """Record what the commands print now (those that hold one of the arguments, if there are
    any); say of which it has changed."""
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    words = sys.argv[1:] or [""]
    asked = [command for command in COMMANDS if any(word in command for word in words)]
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(2) as pool:
        folder = inputs(Path(name))
        outcomes = list(pool.map(lambda command: run(command, folder), asked))
    for command, printed in zip(asked, outcomes, strict=True):
        if record.get(command) != digest(printed):
            print(f"$ {command}\n# status {printed[0]}")
            print((printed[1] + printed[2]).decode(errors="replace")[:2000])
        record[command] = digest(printed)
    new = {command: record[command] for command in COMMANDS if command in record}
    lines = [f"{json.dumps(command)}: {json.dumps(record)}" for command, record in new.items()]
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n")  # a command a line: changes read well


if __name__ == "__main__":
    main()
