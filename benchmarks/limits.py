"""Whether a time limit is kept: the processor time of each command on boards too large for it.

    python -m benchmarks.limits [--limit 1] [--commands hint,certify] [--boards 49x49]

Each row is a command, each column a board: blank, blank but for a digit in two cells of its first
row ("twice"), or with half of a solution. Each runs in a process of its own that has answered the
command for a 4x4 before, so that what a start costs is not counted. An answer should need at most
half of a second more than the limit; those that need more are marked, and make the exit status 1.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence

from satdoku.layout import Layout

#: What may be needed beyond the limit, in seconds.
MORE = 0.5
COMMANDS = {
    "solve": [],
    "check": [],
    "count": [],
    "diagnose": [],
    "rate": [],
    "hint": [],
    "steps": [],
    "explain": [],
    "certify": [],
    "certify --claim all": ["--claim", "all"],
    "show --true-candidates": ["--true-candidates"],
    "minimize": [],
    "minimize --keep proper": ["--keep", "proper"],
    "export": [],
    "export --to smtlib": ["--to", "smtlib"],
    "export --to cpsat": ["--to", "cpsat", "-o", os.devnull],
    "print": ["-o", "{folder}/sheet.pdf"],
    "book": ["-o", "{folder}/book.pdf"],
}
BOARDS = (
    "9x9",
    "9x9+anti-knight",
    "16x16",
    "25x25",
    "25x25+anti-knight",
    "36x36",
    "49x49",
)
SMALL = "1234341221434321"
ALONE = """
import json, sys, time
from click.testing import CliRunner
from satdoku.cli.main import cli
small, words = json.loads(sys.argv[1])
CliRunner().invoke(cli, small, standalone_mode=False)
start = time.process_time()
done = CliRunner().invoke(cli, words, standalone_mode=False)
used = time.process_time() - start
told = str(done.exception) if done.exception else done.output.strip()[-70:]
print(f"\\n@{used:.2f} {done.return_value} {told!r}")
"""


def texts(layout: Layout) -> dict[str, str]:
    """Return the boards of a layout by name."""
    blank = "." * layout.cell_count
    found = {"": blank, " twice": "11" + blank[2:]}
    box = layout.size
    width = next(n for n in range(1, box + 1) if n * n == box)
    pattern = []
    for row in range(box):
        shift = width * (row % width) + row // width
        for column in range(box):
            digit = layout.symbols[(column + shift) % box]
            pattern.append(digit if (row + column) % 2 else ".")
    if not layout.constraints:
        found[" half"] = "".join(pattern)
    return found


def seconds(small: Sequence[str], words: Sequence[str]) -> tuple[float, str]:
    """Return the processor time of a command in a process of its own, and what it told; it runs
    another there before."""
    program = [sys.executable, "-c", ALONE, json.dumps([small, words])]
    said = subprocess.run(program, capture_output=True, text=True, check=True).stdout
    used, _, told = said.rpartition("\n@")[2].partition(" ")
    return float(used), told.strip()


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=float, default=1.0)
    parser.add_argument("--commands", default=",".join(COMMANDS))
    parser.add_argument("--boards", default=",".join(BOARDS))
    parser.add_argument("--told", action="store_true", help="print what each command told, too")
    given = parser.parse_args()
    folder = os.environ.get("TMPDIR", "/tmp")
    missed = 0
    for name in given.commands.split(","):
        command = name.split()[0]
        options = [word.format(folder=folder) for word in COMMANDS[name]]
        limited = [command, *options, "--time-limit", str(given.limit)]
        for board in given.boards.split(","):
            for which, text in texts(Layout.named(board)).items():
                words = [*limited, "--layout", board, "--", text]
                used, said = seconds([*limited, SMALL], words)
                is_late = used > given.limit + MORE
                missed += is_late
                mark = "LATE" if is_late else ""
                row = f"{name:24} {board + which:28} {used:6.2f} {mark:5}"
                print(row, said if given.told else "", flush=True)
    print(f"{missed} late")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
