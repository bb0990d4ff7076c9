"""How many files of satdoku a command enters: how far a reader has to walk to follow one answer.

A file is entered when one of its functions is called. Each command runs twice in a process of its
own: the first run imports the modules, so that only calls count in the second.

    python benchmarks/files_entered.py [--list]

--list: also print the files, in the order in which they are entered.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import multiprocessing
import os
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from types import FrameType

import satdoku

ROOT = Path(satdoku.__file__).parent
CLASSIC = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
#: A puzzle with chains, but no search that takes long.
CHAINS = "....6..8..2.........1.......7....1.25...3..........4....42.1...3..7..6.........5."
#: A cage and a thermometer on an easy puzzle, as Interactive Sudoku Solver writes them.
RULES = ".Cage~8~R1C1~R1C2.Thermo~R1C3~R1C4"
GIVENS = "".join(
    f"~R{cell // 9 + 1}C{cell % 9 + 1}_{digit}" for cell, digit in enumerate(EASY) if digit != "."
)
ISS = f"{RULES}.{GIVENS}"
#: By name: the arguments of the command, and the most files that it may enter.
COMMANDS: dict[str, tuple[list[str], int]] = {
    "solve of a classic puzzle": (["solve", CLASSIC], 30),
    "explain of a classic puzzle": (["explain", CHAINS], 55),
    "check of a CSV file": (["check", "TABLE"], 40),
    "count of an ISS string": (["count", ISS], 60),
}


def run(arguments: list[str]) -> None:
    """Run the command line in this process; what it prints is dropped."""
    from satdoku.cli.main import main

    sys.argv = ["satdoku", *arguments]
    out = io.TextIOWrapper(io.BytesIO())
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        main()


def entered(action: Callable[[], object]) -> list[str]:
    """Return the files of satdoku of which the action calls a function, by the first call."""
    found: dict[str, None] = {}
    beginning = f"{ROOT}{os.sep}"

    def note(frame: FrameType, event: str, _: object) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(beginning):
            found.setdefault(name.removeprefix(beginning))

    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(None)
    return list(found)


def measure(arguments: list[str]) -> list[str]:
    """Return the files that a command enters once its modules are imported."""
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "puzzles.csv"
        table.write_text(f"puzzle,note\n{CLASSIC},hard\n{EASY},easy\n")
        arguments = [str(table) if one == "TABLE" else one for one in arguments]
        run(arguments)
        return entered(lambda: run(arguments))


def main() -> None:
    """Print a line per command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--list", action="store_true", help="also print the files")
    shows_files = parser.parse_args().list
    for name, (arguments, most) in COMMANDS.items():
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            files = pool.submit(measure, arguments).result()
        print(f"{name}: {len(files)} files (wanted: {most})")
        if shows_files:
            print(*(f"  {file}" for file in files), sep="\n")


if __name__ == "__main__":
    main()
