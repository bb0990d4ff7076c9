"""Who deletes the folder of a room deletes what it adds, and nothing else.

A copy of the tree without the folder shows it no longer in the help, works in everything else, and
passes the tests of all other rooms (with SATDOKU_SLOW=1; without it, one command of each).
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import satdoku
from satdoku import rooms
from tests.rooms import FOLDERS

ROOT = Path(satdoku.__file__).parents[1]
LAW = ("datasets", "printing", "research", "serving")
#: The words for each in the help, and one of its public names, if it has any.
ADDS = {
    "datasets": (("dataset",), "audit"),
    "printing": (("print", "book"), "sheets"),
    "research": (("export", "decode", "compare", "engines", "encodings"), "compare"),
    "serving": (("serve", "mcp"), None),
}
#: A command of each room; of the server one that ends.
WORKS = {
    "solve": "solve 1...............",
    "logic": "hint ....43..1.....4.",
    "make": "canon 12..............",
    "exchange": "show 12..............",
    "certificates": "certify ....43..1.....4.",
    "datasets": "dataset make --help",
    "pictures": "read --help",
    "printing": "print --help",
    "research": "export 1............... --to opb",
    "serving": "serve --help",
    "tools": "schema count",
}
#: Prints the help, then runs commands and prints the status of each, then public names.
PROGRAM = """
import sys
from click.testing import CliRunner
import satdoku
from satdoku.cli.main import cli
print(CliRunner().invoke(cli, ["--help"]).output)
print("---")
for line in sys.argv[1:]:
    done = CliRunner().invoke(cli, line.split())
    print(line, "|", done.exit_code, "|", done.exception)
print("---")
print(*satdoku.__all__)
for name in satdoku.__all__:
    getattr(satdoku, name)
"""


def copy_without(folders, target, entries=("satdoku",)):
    """A copy of the tree, or of these entries of it, without some folders of satdoku."""
    gone = {str(ROOT / "satdoku" / folder) for folder in folders}

    def left_out(parent, names):
        return [name for name in names if os.path.join(parent, name) in gone]

    for entry in entries:
        if (ROOT / entry).is_dir():
            shutil.copytree(ROOT / entry, target / entry, ignore=left_out)
        else:
            shutil.copy2(ROOT / entry, target)
    return target


def run(folder, *arguments, **environment):
    """Run Python in a copy of the tree."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_room_is_a_package_and_uses_what_is_there():
    for folder, room in rooms.every_room().items():
        assert rooms.exists(folder), f"add satdoku/{folder}/__init__.py"
        uses = [*room.uses, *(one for command in room.commands for one in command.uses)]
        assert not rooms.missing(uses), f"satdoku/{folder}/room.py uses a folder that is not there"


def test_the_law_names_all_rooms_of_commands():
    assert {f"cli/{name}" for name in WORKS} == set(rooms.rooms("cli"))


@pytest.mark.parametrize("name", LAW)
def test_a_room_can_be_deleted(name, tmp_path):
    folder = copy_without(FOLDERS[name], tmp_path)
    commands = [command for room, command in WORKS.items() if room != name]
    done = run(folder, "-c", PROGRAM, *commands)
    assert not done.stderr
    help_, statuses, names = done.stdout.split("---")
    gone, public = ADDS[name]
    for word in gone:
        assert f"\n  {word} " not in help_, word
        called = run(folder, "-m", "satdoku", word, "--help")
        assert called.returncode == 2
        assert called.stderr.startswith(f"satdoku: satdoku {word} "), called.stderr
        assert f"the room {name!r}: put back its folder satdoku/" in called.stderr
    assert "\n  solve " in help_
    for line in statuses.strip().splitlines():
        _, status, _ = line.split(" | ")
        assert status == "0", line
    if public:
        assert public not in names.split()
        done = run(folder, "-c", f"import satdoku; satdoku.{public}")
        assert f"is part of the room {name!r}: put back its folder satdoku/" in done.stderr


@pytest.mark.parametrize(
    ("name", "command", "public"),
    [
        ("datasets", "dataset make recipe.toml -o out", "trace"),
        ("printing", "print 1............... -o out.pdf", "Sheet"),
        ("serving", "serve", None),
    ],
)
def test_what_needs_a_room_says_in_one_line_that_it_is_missing(name, command, public, tmp_path):
    """Here the folder of the library is deleted, and that of its commands is still there."""
    library, _ = FOLDERS[name]
    folder = copy_without([library], tmp_path)
    done = run(folder, "-m", "satdoku", *command.split())
    word, *_ = command.split()
    assert done.returncode == 2
    assert done.stderr.startswith(f"satdoku: satdoku {word}")
    assert f" needs the room {name!r}: put back its folder satdoku/{library}\n" in done.stderr
    assert f"\n  {command.split()[0]} " not in run(folder, "-m", "satdoku", "--help").stdout
    if public:
        code = f"import satdoku; print(hasattr(satdoku, {public!r}))"
        assert run(folder, "-c", code).stdout == "False\n"


def test_a_book_of_given_puzzles_needs_no_data_sets(tmp_path):
    folder = copy_without(FOLDERS["datasets"], tmp_path)
    done = run(folder, "-m", "satdoku", "book", "....43..1.....4.", "-o", "out.pdf")
    assert done.returncode == 0, done.stderr
    assert (folder / "out.pdf").read_bytes().startswith(b"%PDF")
    done = run(folder, "-m", "satdoku", "book", "--level", "easy:1", "-o", "chosen.pdf")
    assert done.returncode == 2
    said = "puzzles that are chosen for a book need the room 'datasets': put back its folder"
    assert done.stderr.splitlines()[-1] == f"satdoku: {said} satdoku/datasets"
    assert not (folder / "chosen.pdf").exists()


#: Files of tests in which features of rooms stand beside others; those of the rooms are left out.
SELECTED = (
    "cli/exchange",
    "cli/test_claims.py",
    "cli/test_current_folder.py",
    "cli/test_help.py",
    "cli/test_old_forms.py",
    "cli/test_windows.py",
    "cli/tools",
    "engines/test_symmetry_breaking.py",
    "formats/test_doors.py",
    "formats/test_foreign.py",
    "project/test_door.py",
    "project/test_schemas.py",
    "puzzles/test_equal_values.py",
    "serving/test_agents.py",
    "serving/test_serving_operations.py",
)
#: The folders in which any of that could stand, tried at night: minutes for each copy.
FOLDERS_OF_TESTS = ("cli", "formats", "puzzles", "certificates", "engines", "datasets")
ALL = (*FOLDERS_OF_TESTS, *(one for one in SELECTED if not one.startswith(FOLDERS_OF_TESTS)))
IS_NIGHT = os.environ.get("SATDOKU_ALL_ROOMS") == "1"
#: Each room alone is left out at night. By day those that the server uses are left out together, so
#: that the server's tests run without them.
TOGETHER = (("datasets", "printing", "research"), ("serving",))
LEFT_OUT = [(name,) for name in LAW] if IS_NIGHT else TOGETHER


def test_every_room_is_left_out():
    assert sorted(name for names in TOGETHER for name in names) == sorted(LAW)


@pytest.mark.nightly
@pytest.mark.parametrize("names", LEFT_OUT, ids="+".join)
def test_the_tests_of_other_rooms_pass_without_rooms(names, tmp_path):
    """Those that a default run has, in the folders that use rooms."""
    entries = (
        "satdoku",
        "tests",
        "docs",
        "examples",
        "encodings",
        "pyproject.toml",
        "README.md",
    )
    gone = [folder for name in names for folder in FOLDERS[name]]
    folder = copy_without(gone, tmp_path, entries)
    asked = [
        inner for inner in (ALL if IS_NIGHT else SELECTED) if inner.partition("/")[0] not in names
    ]
    chosen = [f"tests/{inner}" for inner in asked]
    options = ["-q", "-p", "no:cacheprovider"]
    done = run(folder, "-m", "pytest", *options, *chosen, SATDOKU_SLOW="0")
    assert done.returncode == 0, done.stdout[-3000:]
