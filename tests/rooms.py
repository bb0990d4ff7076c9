"""Which rooms of satdoku a test needs, and what is left out where one is not there.

A test needs the room that its folder is named after (`tests/datasets`, `tests/cli/datasets`), and
those that it or its file is marked with: `pytestmark = pytest.mark.room("datasets", "printing")`.
Where a room has been deleted, files that need it are not read, and single tests are skipped; so
that the tests of all other rooms run in any copy of the tree (`test_rooms.py`).
"""

import ast
import re
from functools import cache
from pathlib import Path

from satdoku import rooms

TESTS = Path(__file__).parent
#: The folders of satdoku that a test may need, by the names with which it is marked.
FOLDERS = {
    "certificates": ("certificates", "cli/certificates"),
    "datasets": ("datasets", "cli/datasets"),
    "pictures": ("pictures", "cli/pictures"),
    "printing": ("render/printing", "cli/printing"),
    "research": ("cli/research",),
    "selfchecking": ("selfchecking",),
    "serving": ("serving", "cli/serving"),
}
MARK = re.compile(r"^pytestmark = .*?\bmark\.room\(([^)]*)\)", re.MULTILINE)


@cache
def lacking():
    """The names of the rooms that are not there, or lack what they use."""
    found = set()
    for name, folders in FOLDERS.items():
        own = {folder: rooms.every_room().get(folder) for folder in folders}
        uses = [folder for room in own.values() if room for folder in room.uses]
        if rooms.missing((*folders, *uses)):
            found.add(name)
    return frozenset(found)


def of_file(path):
    """The rooms that a file of tests needs."""
    inside = path.resolve().relative_to(TESTS).parts[:-1]
    marked = MARK.search(path.read_text(encoding="utf-8")) if path.suffix == ".py" else None
    names = ast.literal_eval(f"({marked[1]},)") if marked else ()
    return {*FOLDERS} & {*inside} | {*names}


def is_left_out(path):
    """Whether a file of tests needs a room that is not there."""
    return bool(lacking()) and bool(of_file(path) & lacking())
