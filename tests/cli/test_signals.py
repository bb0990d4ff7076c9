"""Signals at random moments: no crash, no loss, and what is gone on with is equal to the byte.

As a program: `python -m tests.cli.test_signals SIGNALS SEED [FIRST]` says what it
did, and stops at the first that goes wrong. Signal i of a seed is always the same one.
"""

import gzip
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from satdoku.backends.inventory import engines
from tests.marks import by_night_but
from tests.processes import COMMAND, NEVER, hears_signals, is_alive, running, until

HARDEST = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"

#: Commands on many puzzles, and what their answers are written as ("-": to standard output).
MANY = [
    ("solve", ["line", "json", "csv", "csv.gz", "csv.zst", "parquet"]),
    ("solve -j 2", ["line", "json", "csv.gz"]),
    ("check", ["csv", "json", "parquet"]),
    ("count", ["text", "json.zst"]),
    ("minimize", ["csv", "line"]),
    ("minimize --keep proper -j 2", ["line", "parquet"]),
    ("shuffle --seed 4", ["line", "json"]),
    ("canon", ["csv", "line"]),
    ("canon --dedupe", ["csv.gz"]),
    ("rate", ["csv", "json.gz"]),
    ("check --summary", ["-"]),
]
#: On a few.
FEW = [
    ("diagnose --time-limit 100", ["json", "-"]),
    ("diagnose --time-limit 100 -j 2", ["json"]),
    ("certify", ["json", "json.gz"]),
    ("certify --claim logic --prover cadical153", ["json"]),
    ("explain", ["-"]),
    ("hint --show why", ["-"]),
    ("steps --limit 3", ["-"]),
    ("convert --to iss", ["-"]),
    ("compare --engines native,glucose4,cpsat", ["-"]),
]
#: On what they name themselves.
ALONE = [
    ("generate -n 4000 --seed 3 -j 2", ["line", "csv.gz", "parquet"]),
    ("generate -n 40 --seed 3 --keep proper --symmetry full", ["json"]),
    ("generate -n 30 --seed 3 --layout 9x9+anti-knight", ["json", "csv.zst"]),
    ("count --limit 1000000000000 " + "." * 81, ["-"]),
    ("rate " + HARDEST, ["-"]),
    ("explain " + "." * 256, ["-"]),
    ("export --to knf one.txt", ["-"]),
    ("selfcheck --minutes 0.05", ["-"]),
    ("verify certificates.json", ["-"]),
    ("verify-steps steps.txt", ["-"]),
]
#: Inputs; with "|" through a pipe. Those of rules are a variant's puzzles.
OF_MANY = ["many.txt", "|many.txt", "many.csv.gz", "many.json.zst", "many.parquet"]
OF_FEW = ["few.txt", "|few.txt", "few.csv.gz", "few.json", "few.parquet"]
OF_RULES = ["rules.json", "|rules.json", "rules.parquet", "rules.json.gz"]
FOR_RULES = ("solve", "check", "count", "minimize", "diagnose", "compare")
ENGINES = [engine.name for engine in engines() if engine.installed]
#: Those that need no process for each of the many questions of a check.
QUICK = [engine.name for engine in engines() if engine.installed and not engine.own_process]

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
STATUS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129, signal.SIGKILL: -9}


@dataclass(frozen=True)
class Run:
    """A command, its input ("" for none), and what it writes."""

    command: str
    source: str
    form: str

    @property
    def target(self) -> str:
        """The name of the file."""
        return "out.txt" if self.form in ("line", "text", "-") else f"out.{self.form}"

    @property
    def resumable(self) -> bool:
        """Whether --resume continues it."""
        return self.form.removesuffix(".gz").removesuffix(".zst") in (
            "line",
            "csv",
            "json",
            "text",
            "parquet",
        )

    def words(self, target: str) -> list[str]:
        """What is run to write the target."""
        written = ["-o", target, "--format", self.form.split(".", maxsplit=1)[0]]
        if "certify" in self.command:
            del written[2:]
        source = ["-" if self.source.startswith("|") else self.source] if self.source else []
        return [*COMMAND, *self.command.split(), *source, *(written if self.form != "-" else [])]


def chosen(chance: random.Random) -> Run:
    """Any of them."""
    kind = chance.choice([MANY, MANY, FEW, ALONE])
    command, forms = chance.choice(kind)
    source = "" if kind is ALONE else chance.choice(OF_MANY if kind is MANY else OF_FEW)
    if command in ("solve", "check", "count") and chance.random() < 0.6:
        engine = chance.choice(QUICK if command == "check" else ENGINES)
        command, source = f"{command} --engine {engine}", chance.choice(OF_FEW)
    elif command.split()[0] in FOR_RULES and source and chance.random() < 0.25:
        source = chance.choice(OF_RULES)
    return Run(command, source, chance.choice(forms))


def ask(command: list[str], source: str, folder: Path) -> bytes:
    """Run a command to its end; what it printed."""
    done = subprocess.run(
        command,
        cwd=folder,
        input=read(source, folder),
        capture_output=True,
        timeout=NEVER,
        check=False,
    )
    assert done.returncode in (0, 1), (command, done)
    return done.stdout


def read(source: str, folder: Path) -> bytes:
    """What comes through the pipe, if anything does."""
    return (folder / source[1:]).read_bytes() if source.startswith("|") else b""


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


@dataclass(frozen=True)
class Struck:
    """A run that a signal met. late: seconds from the signal to the end of all its processes."""

    run: Run
    number: signal.Signals
    moment: float
    status: int
    said: bytes
    late: float

    def __str__(self) -> str:
        words = self.run.words(self.run.target)[3:]
        through = f"< {self.run.source[1:]}" if self.run.source.startswith("|") else ""
        return (
            f"{' '.join(words)} {through}: {self.number.name} after {self.moment:.2f} s: "
            f"{self.status} in {self.late:.2f} s"
        )


def strike(run: Run, number: signal.Signals, moment: float, folder: Path) -> Struck:
    """Run it, and send the signal so many seconds after it can hear signals."""
    feed = (
        subprocess.Popen(["cat", run.source[1:]], cwd=folder, stdout=subprocess.PIPE)
        if (run.source.startswith("|"))
        else None
    )
    with running(
        run.words(run.target),
        cwd=folder,
        stdin=feed.stdout if feed else subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=os.environ | {"TMPDIR": str(folder / "tmp")},
    ) as process:
        if feed and feed.stdout:
            feed.stdout.close()
        until(lambda: process.poll() is not None or hears_signals(process))
        time.sleep(moment)
        process.send_signal(number)
        start = time.monotonic()
        _, said = process.communicate(timeout=NEVER)
        until(lambda: not members(process.pid))
        late = time.monotonic() - start
    if feed:
        feed.wait()
    return Struck(run, number, moment, process.returncode, said, late)


def judge(struck: Struck, inside: set[Path], whole: dict[Run, bytes], folder: Path) -> None:
    """What must hold after a signal."""
    run, said = struck.run, struck.said
    assert struck.status in (0, 1, STATUS[struck.number]), (str(struck), said)
    assert b"Traceback" not in said, (str(struck), said)
    assert said.count(b"interrupted") + said.count(b"terminated") <= 1, (str(struck), said)
    ended, target = struck.status in (0, 1), folder / run.target
    if run.form != "-" and run not in whole:
        ask(run.words("whole-" + run.target), run.source, folder)
        whole[run] = (folder / ("whole-" + run.target)).read_bytes()
        (folder / ("whole-" + run.target)).unlink()
    if run.resumable and struck.status != 1:
        if not ended:
            ask([*run.words(run.target), "--resume"], run.source, folder)
        assert target.read_bytes() == whole[run], str(struck)
    elif run.form != "-":
        assert target.exists() == ended, str(struck)
        assert not ended or target.read_bytes() == whole[run], str(struck)
    left = {*folder.iterdir(), *(folder / "tmp").iterdir()} - inside - {target}
    assert struck.number == signal.SIGKILL or not left, (str(struck), left)
    for path in {*left, target}:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def prepare(folder: Path) -> None:
    """The inputs."""
    (folder / "tmp").mkdir()

    def make(words: str) -> str:
        return ask([*COMMAND, *words.split()], "", folder).decode()

    puzzles = make("generate -n 300 --seed 1 --format line").split()
    make("generate -n 8 --seed 1 --layout 9x9+anti-knight -o of.json")
    of_rules = (folder / "of.json").read_text().splitlines()
    tables = {
        "many": [json.dumps({"puzzle": line}) for line in puzzles * 8],
        "few": [json.dumps({"puzzle": line}) for line in puzzles[:30]],
        "rules": of_rules * 2,
    }
    for name, records in tables.items():
        lines = [json.loads(record)["puzzle"] for record in records]
        text = "\n".join(records) + "\n"
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n")
        (folder / f"{name}.json").write_text(text)
        (folder / f"{name}.json.gz").write_bytes(gzip.compress(text.encode()))
        (folder / f"{name}.json.zst").write_bytes(pa.compress(text.encode(), "zstd", asbytes=True))
        columns = "\n".join(["puzzle", *lines]).encode()
        (folder / f"{name}.csv.gz").write_bytes(gzip.compress(columns))
        table = pa.Table.from_pylist([json.loads(record) for record in records])
        parquet.write_table(table, folder / f"{name}.parquet")
    (folder / "one.txt").write_text(puzzles[0])
    (folder / "certificates.json").write_text(make("certify few.txt"))
    (folder / "steps.txt").write_text(make("explain " + puzzles[0]))


def strike_often(
    count: int, seed: int, folder: Path, say: Callable[[str], object], first: int = 0
) -> None:
    """So many signals."""
    prepare(folder)
    whole: dict[Run, bytes] = {}
    for index in range(first, first + count):
        chance = random.Random(f"{seed}-{index}")
        inside = {*folder.iterdir()}
        struck = strike(chosen(chance), chance.choice(SIGNALS), 2.5 * chance.random() ** 2, folder)
        say(f"{index} {struck}")
        judge(struck, inside, whole, folder)


@pytest.mark.parametrize("first", by_night_but(range(0, 15, 3), 0, 9))
def test_signals_at_random_moments(first, tmp_path):
    strike_often(3, 1, tmp_path, lambda _: None, first)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        how_many, its_seed, *begin = map(int, sys.argv[1:])
        strike_often(how_many, its_seed, Path(place), partial(print, flush=True), *begin)


def test_a_file_that_was_opened_as_a_signal_came_is_removed(tmp_path):
    """Its block has not begun, so nothing else removes it."""
    program = (
        "from satdoku.cli import signals; from satdoku.cli.stream.writing import whole_file; "
        f"file = whole_file({str(tmp_path / 'out')!r}); file.__enter__(); signals.leave()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (130, b"satdoku: interrupted\n")
    assert os.listdir(tmp_path) == []
