"""The examples of the pages of docs/plugins, and satdoku in a process of its own."""

import os
import re
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import satdoku
from tests.processes import command

PAGES = Path(satdoku.__file__).parents[1] / "docs" / "plugins"
NAMES = ("kinds", "techniques", "formats", "commands")
PUZZLES = "..1..23..4......\n....43..1.....4.\n"
#: With one solution.
LINE = (
    "4x4+mountain:r1c1-r4c1+mountain:r3c4,r2c3,r1c4,r1c3+mountain:r3c2-r1c2"
    "+mountain:r4c4,r3c3,r4c3 .............3.."
)
#: In the format of its page.
CAGES = f"1{'0' * 80} 5=0,1"


def forget():
    """Take what was loaded in this process out of the tables again."""
    from satdoku.constraints.kind_table import KINDS
    from satdoku.formats.format_table import FORMATS
    from satdoku.logic.catalog import names, rules
    from satdoku.plugins import FILES, LOADED

    for name in rules.OWN.own:
        for listed in (rules.EXTRA_NAMES, names.NAMES):
            listed.remove(name)
        del rules.by_name()[name], rules.TABLE[rules.number_of(name)], rules._NUMBERS[name]
    for table in (KINDS, FORMATS, rules.OWN):
        for name in table.own:
            del table[name]
        table.own.clear()
    FILES.clear()
    LOADED.clear()


def code_of(page):
    """(the name of the file, the text) of the example of a page."""
    text = (PAGES / f"{page}.md").read_text()
    [code] = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return code.partition("\n")[0].removeprefix("# "), code


def write_examples(folder):
    """Write the files of all pages, and a file of puzzles."""
    for page in NAMES:
        name, code = code_of(page)
        (folder / name).write_text(code)
    (folder / "puzzles.txt").write_text(PUZZLES)
    return folder


def run_here(folder, *arguments):
    """Run the command in this process, which is eight times as quick, and forget what it loads.

    Not for kinds that have one name and several meanings: what boards are made of is kept.
    """
    with chdir(folder):
        try:
            return command(*arguments)
        finally:
            forget()


def run(folder, *arguments, path=(), typed=None):
    """Run the command; path: folders in which Python also finds packages."""
    paths = [str(Path(satdoku.__file__).parents[1]), *map(str, path)]
    return subprocess.run(
        [sys.executable, "-m", "satdoku", *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
