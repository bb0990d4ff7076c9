"""A seeded attack with signals: whenever a command is ended, it ends at once and leaves nothing.

    python -m tests.fuzz.signalling --number 500 --seed 1

Attack i of a seed is always the same command and moment. Each command runs in a folder with a
hostile file for each module of the standard library, and is sent one or two of Ctrl-C, SIGTERM and
SIGHUP, from our first line on until after its end (before it, Python answers). Servers meanwhile
have questions under way, and some have half-open connections. A fault is a traceback, more than one
line of complaint, a status that is none of ours, an end that takes over 20 seconds, a process or
temporary file that stays, or a hostile file that ran.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from tests.processes import as_from_a_terminal, is_alive

PUZZLE = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
#: Seconds within which a command ends that was told to.
SECONDS = 20.0
#: As pip's: the folder of this file is first on the path, and not the current one.
SCRIPT = (
    "import sys\nfrom satdoku.__main__ import main\n"
    "if __name__ == '__main__':\n    sys.exit(main())\n"
)
HOSTILE = "open({!r}, 'a').write(__name__ + chr(10))\n"
COMMANDS = (
    ["count", "." * 81], ["generate", "--count", "100000"], ["rate", "-j", "2", "many.txt"],
    ["solve", "many.txt"], ["solve", "-"], ["explain", "many.txt"], ["diagnose", "." * 81],
    ["generate", "--level", "hard", "--count", "9", "-j", "2"], ["certify", "many.txt"],
    ["solve", "." * 625, "--engine", "kissat404"], ["print", "many.txt", "-o", "sheet.pdf"],
    ["convert", "many.txt", "-o", "out.txt"], ["canon", "many.txt"],
    ["minimize", "--keep", "proper", "many.txt"], ["check", "--summary", "many.txt"],
    ["count", "." * 256, "--time-limit", "60"],
)  # fmt: skip
QUESTIONS = (
    ("count", {"puzzle": "." * 81}), ("live", {"puzzle": "." * 81}), ("rate", {"puzzle": PUZZLE}),
    ("diagnose", {"puzzle": "11" + "." * 79}), ("solve", {"puzzle": PUZZLE}), ("no", {}),
)  # fmt: skip


class Fault(AssertionError):
    """What must not happen when a command is ended."""


def hostile(folder: Path) -> Path:
    """The folder that commands run in; the file that says what ran."""
    marks = folder.parent / "executed"
    for name in {*sys.stdlib_module_names, "click", "numpy", "uvicorn", "starlette", "pysat"}:
        (folder / f"{name}.py").write_text(HOSTILE.format(str(marks)))
    (folder / "many.txt").write_text(f"{PUZZLE}\n" * 400)
    return marks


def members(session: int) -> list[int]:
    """The processes of a session that are alive."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if int(fields[3]) == session and fields[0] != "Z":
                found.append(int(entry.name))
    return found


def has_begun(process: int) -> bool:
    """It is past Python's own start: it blocks or catches SIGTERM."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith(("SigBlk", "SigCgt")) and int(line.split()[1], 16) >> 14 & 1:
                return True
    return False


def ask(port: int, name: str, question: dict[str, object]) -> None:
    """Ask a server that may end meanwhile."""
    with suppress(OSError, HTTPException):
        connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
        head = {"content-type": "application/json"}
        connection.request("POST", f"/api/{name}", json.dumps(question), head)
        connection.getresponse().read()


def attack(dice: random.Random, place: Path) -> str:
    """What the command ended with; raises `Fault`."""
    folder, files = place / "here", place / "temporary"
    serves = dice.random() < 0.3
    arguments = ["serve", "--port=0", "--workers=2"] if serves else dice.choice(COMMANDS)
    process = subprocess.Popen(
        [sys.executable, str(place / "satdoku"), *arguments],
        cwd=folder,
        start_new_session=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"TMPDIR": str(files)},
        preexec_fn=as_from_a_terminal,  # noqa: PLW1509
    )
    open_sockets: list[socket.socket] = []
    try:
        assert process.stdout
        if serves and dice.random() < 0.9:
            told = re.search(rb":(\d+)/", process.stdout.readline())
            for _ in range(dice.choice((0, 0, 40))):
                half = socket.create_connection(("127.0.0.1", int(told[1])))
                half.sendall(b"POST /api/count HTTP/1.1\r\nhost: localhost\r\n")
                open_sockets.append(half)
            for _ in range(dice.randrange(6)):
                name, question = dice.choice(QUESTIONS)
                threading.Thread(target=ask, args=(int(told[1]), name, question)).start()
        while process.poll() is None and not has_begun(process.pid):
            time.sleep(0.001)
        time.sleep(dice.choice((0.02, 0.1, 0.3, 1.0)) * dice.random())
        sent = [dice.choice(SIGNALS) for _ in range(dice.choice((1, 1, 1, 2)))]
        for number in sent:
            process.send_signal(number)
            time.sleep(dice.choice((0, 0.01, 0.2)))
        try:
            _, said = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise Fault(f"{arguments} goes on after {sent}") from None
    finally:
        for half in open_sockets:
            half.close()
        alive = [one for one in members(process.pid) if one != process.pid]
        end = time.monotonic() + SECONDS
        while any(map(is_alive, alive)) and time.monotonic() < end:
            time.sleep(0.02)
        stayed = list(filter(is_alive, alive))
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    lines = said.decode(errors="replace").strip().splitlines()
    named = f"{arguments} after {[one.name for one in sent]}"
    if any("Traceback" in line for line in lines) or len([li for li in lines if li]) > 1:
        raise Fault(f"{named}: {said.decode(errors='replace')}")
    known = {0, 1, *(128 + one for one in SIGNALS)}
    if process.returncode not in known:
        raise Fault(f"{named}: status {process.returncode}: {lines}")
    if stayed:
        raise Fault(f"{named}: processes stay: {stayed}")
    if left := [one.name for one in files.iterdir()]:
        raise Fault(f"{named}: files stay: {left}")
    if (place / "executed").exists():
        raise Fault(f"{named}: ran {(place / 'executed').read_text().split()}")
    return "server" if serves else str(process.returncode)


def attacks(number: int, seed: int) -> tuple[Counter[str], list[str]]:
    """(what so many commands ended with, the faults)."""
    outcomes, faults = Counter[str](), list[str]()
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        (place / "here").mkdir()
        (place / "temporary").mkdir()
        (place / "satdoku").write_text(SCRIPT)
        hostile(place / "here")
        for index in range(number):
            try:
                outcomes[attack(random.Random(f"{seed}:{index}"), place)] += 1
            except Fault as fault:
                faults.append(f"seed {seed}, attack {index}: {fault}")
                for file in [place / "executed", *(place / "temporary").iterdir()]:
                    with suppress(OSError):
                        file.unlink()
    return outcomes, faults


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--number", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    counted, wrong = attacks(asked.number, asked.seed)
    print(*wrong, sep="\n")
    print(f"{asked.number} commands ended, {len(wrong)} badly: {dict(sorted(counted.items()))}")
    sys.exit(bool(wrong))
