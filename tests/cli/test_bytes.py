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
import sys
import tempfile
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from satdoku.cli.commands import SUMMARIES
from tests.processes import command
from tests.rooms import FOLDERS, lacking

HERE = Path(__file__).parents[1] / "bytes"
RECORD = HERE / "printed.json"
COMMANDS = (HERE / "commands.txt").read_text().splitlines()


def digest(done: CompletedProcess) -> list:
    """What is recorded of a command that has run."""
    streams = (done.stdout, done.stderr)
    return [done.returncode, *(hashlib.sha256(s.encode()).hexdigest()[:16] for s in streams)]


def inputs(folder: Path) -> Path:
    """A folder that holds the fixed inputs."""
    for path in HERE.iterdir():
        if path.suffix in (".txt", ".csv") and path.name != "commands.txt":
            shutil.copy(path, folder)
    return folder


#: What lists the commands of all rooms.
OF_ALL = ("--help", "nonsense")


def needs_all(line):
    """Whether a command needs all rooms: the help, or a command of one that is not there."""
    return line in OF_ALL or (bool(lacking()) and line.split()[0] not in SUMMARIES)


#: How the longest begin, whose commands and formats have others in a default run.
LONG = (
    "explain 1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "diagnose mixed.txt --format json",
    "solve mixed.txt -j 2 --format line",
)


def marks_of(line):
    """The marks of a command's test."""
    marks = []
    if needs_all(line):
        marks.append(pytest.mark.room(*FOLDERS))
    if line.startswith(LONG):
        marks.append(pytest.mark.slow)
    return marks


CASES = [pytest.param(line, marks=marks_of(line)) for line in COMMANDS]


@pytest.mark.parametrize("line", CASES)
def test_a_command_prints_the_same_bytes(line, tmp_path, monkeypatch):
    monkeypatch.chdir(inputs(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")
    done = command(*shlex.split(line))
    assert digest(done) == json.loads(RECORD.read_text())[line], done


def test_no_record_is_left_over():
    assert sorted(json.loads(RECORD.read_text())) == sorted(COMMANDS)


def main() -> None:
    """Record what the commands print now (those that hold one of the arguments, if there are
    any); say of which it has changed."""
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    words = sys.argv[1:] or [""]
    os.environ["COLUMNS"] = "80"
    with tempfile.TemporaryDirectory() as name:
        os.chdir(inputs(Path(name)))
        for line in COMMANDS:
            if not any(word in line for word in words):
                continue
            done = command(*shlex.split(line))
            if record.get(line) != digest(done):
                print(f"$ {line}\n# status {done.returncode}")
                print((done.stdout + done.stderr)[:2000])
            record[line] = digest(done)
        os.chdir(HERE)
    new = {line: record[line] for line in COMMANDS if line in record}
    lines = [f"{json.dumps(line)}: {json.dumps(printed)}" for line, printed in new.items()]
    RECORD.write_text(
        "{\n" + ",\n".join(lines) + "\n}\n"
    )  # one command per line: changes read well


if __name__ == "__main__":
    main()
