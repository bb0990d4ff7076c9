"""Signals at random moments: no crash, no loss, and what is gone on with is equal to the byte.

As a program: `python tests/test_signals.py SIGNALS SEED` says what it did, and stops at the first
that goes wrong.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from processes import COMMAND, NEVER, hears_signals, is_alive, running, until

#: Commands on puzzles.txt, and where their answers go; those of lines can be gone on with.
RUNS = [
    (["solve", "puzzles.txt", "--format", "line"], "out.txt"),
    (["solve", "puzzles.txt", "--format", "json", "-j", "2"], "out.json"),
    (["solve", "puzzles.txt", "--engine", "glucose4", "-j", "2"], "out.csv"),
    (["check", "puzzles.txt"], "out.csv"),
    (["count", "puzzles.txt", "--engine", "dlx"], "out.txt"),
    (["minimize", "puzzles.txt", "--format", "csv"], "out.csv"),
    (["generate", "-n", "4000", "--seed", "3", "--format", "line", "-j", "2"], "out.txt"),
    (["generate", "-n", "4000", "--seed", "3"], "out.csv.gz"),
    (["generate", "-n", "4000", "--seed", "3"], "out.parquet"),
    (["solve", "puzzles.txt"], "out.csv.zst"),
    (["solve", "puzzles.txt", "--format", "line"], "-"),
]
RESUMABLE = (".txt", ".csv", ".json")
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
STATUS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -9}


def ask(arguments: list[str], folder: Path) -> bytes:
    """Run a command to its end; what it printed."""
    done = subprocess.run(
        [*COMMAND, *arguments], cwd=folder, capture_output=True, timeout=NEVER, check=False
    )
    assert done.returncode in (0, 1), done
    return done.stdout


def members(group: int) -> list[int]:
    """The processes of a group that are alive."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and is_alive(int(entry.name)):
            try:
                if os.getpgid(int(entry.name)) == group:
                    found.append(int(entry.name))
            except OSError:  # gone meanwhile
                continue
    return found


def strike(chance: random.Random, folder: Path, whole: dict[int, bytes]) -> str:
    """One run, a signal at a random moment, and what must hold then; in a line what was done."""
    kind = chance.randrange(len(RUNS))
    command, name = RUNS[kind]
    number = chance.choice(SIGNALS)
    moment = 2.5 * chance.random() ** 2
    inside = set(folder.iterdir())
    target = folder / name
    output = [] if name == "-" else ["-o", name]
    with running(
        [*COMMAND, *command, *output], cwd=folder,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        until(lambda: process.poll() is not None or hears_signals(process))
        time.sleep(moment)
        process.send_signal(number)
        _, said = process.communicate(timeout=NEVER)
        until(lambda: not members(process.pid))
    tale = (
        f"{' '.join(command)} -o {name}: {number.name} after {moment:.2f} s, {process.returncode}"
    )
    assert process.returncode in (0, 1, STATUS[number]), (tale, said)
    assert b"Traceback" not in said, (tale, said)
    ended = process.returncode in (0, 1)
    if kind not in whole:
        whole[kind] = wanted(command, name, folder)
    if name.endswith(RESUMABLE):
        if not ended:
            ask([*command, *output, "--resume"], folder)
        assert target.read_bytes() == whole[kind], tale
    elif name != "-":
        assert target.exists() == ended, tale
        assert not ended or target.read_bytes() == whole[kind], tale
    left = set(folder.iterdir()) - inside - {target}
    assert number == signal.SIGKILL or not left, (tale, left)
    for path in {*left, target}:
        path.unlink(missing_ok=True)
    return tale


def wanted(command: list[str], name: str, folder: Path) -> bytes:
    """What a run writes that nothing disturbs."""
    if name == "-":
        return b""
    other = folder / f"whole-{name}"
    ask([*command, "-o", other.name], folder)
    content = other.read_bytes()
    other.unlink()
    return content


def strike_often(count: int, seed: int, folder: Path, say) -> None:
    """So many signals."""
    chance, whole = random.Random(seed), {}
    puzzles = ask(["generate", "-n", "300", "--seed", "1", "--format", "line"], folder)
    (folder / "puzzles.txt").write_bytes(puzzles * 8)
    for _ in range(count):
        say(strike(chance, folder, whole))


@pytest.mark.slow
def test_signals_at_random_moments(tmp_path, warm):
    strike_often(25, 1, tmp_path, lambda _: None)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        strike_often(int(sys.argv[1]), int(sys.argv[2]), Path(place), print)
