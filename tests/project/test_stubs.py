"""The stubs list the public names for type checkers: those of `NAMES`, and those of each room with
the room behind it. Run as a program (`python -m tests.project.test_stubs`), this file writes them.
"""

import re
from importlib import import_module
from pathlib import Path

import pytest

import satdoku
from satdoku import batch, extensions, records, rooms

ROOT = Path(satdoku.__file__).parent
#: What each stub says of itself, and its last lines.
STUBS = {
    "satdoku": (
        """The public names for type checkers, and behind those of a room its name. Not written by
hand: `python -m tests.project.test_stubs` writes it, from `NAMES` of `__init__.py` and the rooms.
""",
        "__version__: str\n__all__: list[str]\n",
    ),
    "satdoku.records": (
        """The types of records for type checkers. Not written by hand:
`python -m tests.project.test_stubs` writes it, from `NAMES` of `satdoku` and the rooms.
""",
        "__all__: list[str]\n",
    ),
    "satdoku.extensions": (
        """What things of your own are made with, for type checkers. Not written by hand:
`python -m tests.project.test_stubs` writes it, from `NAMES` of `extensions.py`.
""",
        "__all__: list[str]\n",
    ),
    "satdoku.batch": (
        """The public names of `satdoku.batch` for type checkers. Not written by hand:
`python -m tests.project.test_stubs` writes it, from `NAMES` of `__init__.py` and the rooms.
""",
        "__all__: list[str]\n",
    ),
}


def homes(package):
    """(module, public name, the room that adds it or "") of each public name of a package."""
    sources = {"satdoku.batch": batch, "satdoku.extensions": extensions}
    own = sources.get(package, satdoku).NAMES
    found = [(module, name, "") for module, names in own.items() for name in names.split()]
    adding = "satdoku" if package == "satdoku.records" else package
    for name, (folder, module) in rooms.homes(adding).items():
        found.append((module, name, folder.rpartition("/")[2]))
    are_records = package == "satdoku.records"
    return [row for row in found if row[1].endswith("Record") == are_records]


def relative(module, package):
    """The module as it is named from within the package."""
    inner = package.removeprefix("satdoku").lstrip(".")
    if inner in ("", "extensions", "records"):
        return f".{module}"
    if module.startswith(f"{inner}."):
        return module.removeprefix(inner)
    return f"..{module}"


def place(row):
    """Where ruff's sorting of imports puts a line: the nearest package last, types before
    functions."""
    module, name, _ = row
    dots = len(module) - len(module.lstrip("."))
    return module != ".", -dots, module, not name[0].isupper(), name


def stub(package):
    """What the stub of a package should be."""
    rows = [(relative(module, package), name, room) for module, name, room in homes(package)]
    lines = [
        f"from {module} import {name} as {name}{f'  # {room}' * bool(room)}\n"
        for module, name, room in sorted(rows, key=place)
    ]
    if package == "satdoku":
        lines.append("\n")  # as ruff sets off comments
        lines += [
            f"#: Puzzle.{name}  # {folder.rpartition('/')[2]}\n"
            for folder, room in rooms.every_room().items()
            for name in sorted(room.methods)
        ]
        lines += [
            f"#: satdoku {name}  # {folder.rpartition('/')[2]}\n"
            for name, (folder, _) in sorted(rooms.commands().items())
            if " " not in name
        ]
    first, last = STUBS[package]
    return f'"""{first}"""\n\n{"".join(lines)}\n{last}'


def path(package):
    if package in ("satdoku.extensions", "satdoku.records"):
        return ROOT / f"{package.removeprefix('satdoku.')}.pyi"
    return ROOT.parent / package.replace(".", "/") / "__init__.pyi"


@pytest.mark.parametrize("package", STUBS)
def test_the_stub_lists_all_public_names(package):
    assert path(package).read_text(encoding="utf-8") == stub(package), (
        f"the public names of {package} have changed: run `python -m tests.project.test_stubs`"
    )


@pytest.mark.parametrize("package", STUBS)
def test_an_unknown_name_is_an_attribute_error(package):
    with pytest.raises(AttributeError, match="'nothing'"):
        import_module(package).nothing  # noqa: B018


def test_only_what_exists_has_an_old_name(recwarn):
    assert not hasattr(satdoku, "NoSuchRecord")
    assert not hasattr(records, "solve")
    assert not recwarn.list


def test_no_two_rooms_add_the_same_name():
    names = [name for package in STUBS for _, name, _ in homes(package) if package == "satdoku"]
    assert len(names) == len(set(names))


def test_type_checkers_see_the_methods_that_rooms_add():
    board = (ROOT / "board.py").read_text(encoding="utf-8")
    methods = {name for room in rooms.every_room().values() for name in room.methods}
    methods.update(rooms.METHODS)
    unseen = [name for name in sorted(methods) if not re.search(rf"^ {{8}}{name} = ", board, re.M)]
    assert not unseen, f"declare {unseen} in board.py, in the block of methods that rooms add"


if __name__ == "__main__":
    for package in STUBS:
        path(package).write_text(stub(package), encoding="utf-8")
