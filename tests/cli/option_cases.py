"""For each option of each command a case in which it changes something, or is refused: what the
tests of options run, one by one and in pairs; and how they run it.

The cases stand by room in `option_cases.py` of the folders here. `CHANGES` says by command and
option what is run without the option, and what is put behind it that must change the status, what
is printed or what is written. "!" before it: what must be refused instead (exit status 2), since it
would change nothing. `INPUTS` are the files that the cases name: texts, or what makes them by a
function that runs a command and returns what it prints.
"""

import re
from functools import cache
from importlib import import_module
from pathlib import Path

from click.testing import CliRunner

from satdoku.cli.main import cli
from satdoku.errors import SatdokuError
from satdoku.rooms import commands, lacks
from tests.cli.option_values import EASY, HARD, PROPER, TWELVE
from tests.plugins.examples import NAMES, code_of, forget
from tests.rooms import is_left_out

FILES = [
    path
    for path in sorted(Path(__file__).parent.glob("*/option_cases.py"))
    if not is_left_out(path)
]
ROOMS = [import_module(f"tests.cli.{path.parent.name}.option_cases") for path in FILES]
#: The cases of all rooms; not of commands that lack another room (`book` without data sets).
CHANGES = {
    name: cases
    for room in ROOMS
    for name, cases in room.CHANGES.items()
    if name not in commands() or not lacks(name)
}
#: What is measured differs anyhow.
TIME = re.compile(r"\d+\.\d+(e-\d+)?")


@cache
def made_before():
    """What the cases read, by the names of the files."""

    def printed(*arguments):
        return CliRunner().invoke(cli, arguments).stdout

    found = {
        "bad.txt": f"{EASY}\n{EASY[:49]}\n{EASY}\n",
        "small.csv": f"puzzle,other\n{PROPER},{TWELVE}\n",
        "two.csv": f"puzzle,other\n{EASY},{HARD}\n",
    }
    found |= map(code_of, NAMES)
    for room in ROOMS:
        for name, text in getattr(room, "INPUTS", {}).items():
            found[name] = text if isinstance(text, str) else text(printed)
    return found


def write_inputs(folder):
    """Write the files that the cases name."""
    for name, text in made_before().items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


def outcome(folder, arguments):
    """(status, what was printed and what went wrong, what was written); of times nothing."""
    result = CliRunner().invoke(cli, arguments)
    forget()
    assert result.exception is None or isinstance(result.exception, SystemExit | SatdokuError), (
        result.exc_info
    )
    assert "\n" not in str(result.exception)  # what is refused is said in one line
    status = 2 if isinstance(result.exception, SatdokuError) else result.exit_code
    status = status or result.return_value if isinstance(result.return_value, int) else status
    written = [path.read_text() for path in folder.glob("out*/*.svg")]
    files = (path for path in sorted(folder.glob("out*")) if path.is_file())
    written += [path.name + path.read_bytes().decode("latin-1") for path in files]
    told = [result.output + str(result.exception), *written]
    if arguments[0] == "compare":
        told = [TIME.sub("", text) for text in told]
    return status, told
