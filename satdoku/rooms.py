"""Rooms: what a folder brings to the whole, and what is there of them.

A room is a folder with a file `room.py`, whose `ROOM` says what the folder adds: public names,
methods of `Puzzle`, commands. The rooms are found by looking into the folders of satdoku and the
folders in these, so that no list names them: who adds a folder adds a feature, and who deletes a
folder deletes one. A room of the library and the room of its commands (`datasets` and
`cli/datasets`) have a record each, since the commands use the library and not the reverse.

What is needed at every start must be cheap: a record holds text alone, and names modules instead of
importing them. The options of commands stand in `options.py` beside the record, and are loaded with
the first of these commands.

>>> [command.name for command in rooms("cli")["cli/solve"].commands]
['solve', 'check', 'count', 'diagnose']
>>> load("operations.solving:count").__name__
'count'
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType, MethodType
from typing import Any, NamedTuple

from .errors import SatdokuError

#: The folder of the package.
ROOT = os.path.dirname(os.path.abspath(__file__))
PACKAGE = __name__.rpartition(".")[0]
#: Methods of `Puzzle` that are always there: the functions whose first argument is the puzzle.
METHODS = {
    "solve": "operations.solving:solve",
    "count": "batch.puzzles:count",
    "check": "operations.checking:check",
    "explain": "logic.explain:explain",
    "rate": "logic.difficulty.rating:rate",
    "hint": "logic.hints:hint",
    "steps": "logic.available:available",
    "export": "encodings.exporting:export",
    "to": "formats.converting:convert",
    "picture": "render.picture.svg:puzzle_picture",
}
#: What a record says of most things.
NOTHING: Mapping[str, Any] = MappingProxyType({})


class MissingRoom(SatdokuError, AttributeError):
    """Something that needs a room whose folder is missing."""


def missing_room(what: str, folder: str) -> MissingRoom:
    """Return the error for something that needs a folder which is not there."""
    name = folder.rpartition("/")[2]
    folder = f"{PACKAGE}/{folder}"
    return MissingRoom(f"{what} the room {name!r}: put back its folder {folder}")


class Schema(NamedTuple):
    """The published schema of a line that a command prints.

    records: the types whose keys it has together, each "module:name". otherwise: the type of the
    line if there is no answer. remark: ends its description. printed_by: the command with the
    options for it, if that is not the command of the schema's name with --format json.
    """

    title: str
    records: tuple[str, ...]
    otherwise: str = ""
    remark: str = ""
    printed_by: str = ""


def verdict(command: str) -> Schema:
    """Return the schema of the verdict on a thing of the user's own that a command prints."""
    return Schema(
        title="A verdict",
        records=("plugins:PluginVerdictRecord",),
        remark="With --judge.",
        printed_by=f"{command} --judge FILE.py:NAME --format json",
    )


class RoomCommand(NamedTuple):
    """A command.

    It is `command` in the module of its name, in the folder of the room; `dataset audit` is `audit`
    in the module `dataset`. heading, place: where the help has it, and after which others: they are
    sorted by place. summary: the first sentence of its own help, which is loaded only on demand.
    schemas: of its lines of JSON, by name. uses: folders of other rooms without which it cannot
    work. lists: the public function whose list it prints; then it needs no module. judges: the
    function of `satdoku.extensions` that judges what users may add to the list. is_group: whether
    it is the first word of other commands.
    """

    name: str
    heading: str
    place: int
    summary: str
    schemas: Mapping[str, Schema] = NOTHING
    uses: tuple[str, ...] = ()
    lists: str = ""
    judges: str = ""
    is_group: bool = False


class Room(NamedTuple):
    """What a room adds.

    uses: the folders of other rooms without which nothing of it works. names: its public names, by
    module, separated by blanks; batch_names: those of `satdoku.batch`. methods: "module:function" of
    each method of `Puzzle`, whose first argument is the puzzle. topics: other names under which
    `satdoku help` finds a page; lists: the public function whose list ends the help on a topic;
    pages: the pages that tell of nothing else, which help leaves out without what the room uses.
    """

    uses: tuple[str, ...] = ()
    names: Mapping[str, str] = NOTHING
    batch_names: Mapping[str, str] = NOTHING
    methods: Mapping[str, str] = NOTHING
    commands: tuple[RoomCommand, ...] = ()
    topics: Mapping[str, str] = NOTHING
    lists: Mapping[str, str] = NOTHING
    pages: tuple[str, ...] = ()


def exists(folder: str) -> bool:
    """Whether a folder of satdoku is there; caches of its bytecode alone do not count."""
    return os.path.isfile(os.path.join(ROOT, folder, "__init__.py"))


def missing(uses: Iterable[str]) -> str:
    """Return the first of the folders that is not there; "" if all are."""
    return next((folder for folder in uses if not exists(folder)), "")


def require(folder: str, what: str) -> None:
    """Raise `MissingRoom` if a folder is not there. what: says what needs it, with the verb."""
    if not exists(folder):
        raise missing_room(what, folder)


@cache
def rooms(folder: str = "") -> dict[str, Room]:
    """Return the rooms in a folder of satdoku by their own folders, sorted by name."""
    found = dict[str, Room]()
    for entry in sorted(os.listdir(os.path.join(ROOT, folder))):
        path = f"{folder}/{entry}" if folder else entry
        if os.path.isfile(os.path.join(ROOT, path, "room.py")):
            found[path] = import_module(f"{PACKAGE}.{path.replace('/', '.')}.room").ROOM
    return found


@cache
def every_room() -> dict[str, Room]:
    """Return all rooms: those in folders of satdoku, and in folders of these."""
    found = rooms()
    for entry in sorted(os.listdir(ROOT)):
        if exists(entry):
            found = found | rooms(entry)
    return found


# Commands


@cache
def commands() -> dict[str, tuple[str, RoomCommand]]:
    """Return (folder of its room, command) for each command by name: those of the rooms that are
    there, though what they use may be missing."""
    found = [
        (folder, command) for folder, room in rooms("cli").items() for command in room.commands
    ]
    found.sort(key=lambda row: row[1].place)
    return {command.name: (folder, command) for folder, command in found}


def lacks(name: str) -> str:
    """Return the folder that a command needs and that is not there; "" if it has all."""
    folder, command = commands()[name]
    return missing((*rooms("cli")[folder].uses, *command.uses))


def room_that_had(command: str) -> str:
    """Return the room of a command whose folder has been deleted; "" for an unknown command."""
    return _promised_by(PACKAGE, f"#: satdoku {command}  # ")


def package_of(name: str) -> str:
    """Return the package of the room that a command is in."""
    folder, _ = commands()[name]
    return f"{PACKAGE}.{folder.replace('/', '.')}"


def published() -> dict[str, Schema]:
    """Return the schemas of the commands that work, by name."""
    found = dict[str, Schema]()
    for name, (_, command) in commands().items():
        if command.schemas and not lacks(name):
            found |= command.schemas
    return dict(sorted(found.items()))


# Public names


@cache
def homes(package: str) -> dict[str, tuple[str, str]]:
    """Return (folder of its room, module) for each public name that rooms add to `satdoku` or to
    `satdoku.batch`; to other packages they add none."""
    found = dict[str, tuple[str, str]]()
    for folder, room in every_room().items():
        added = {"": room.names, "batch": room.batch_names}
        names = added.get(_within(package), {})
        for module, listed in names.items():
            found |= dict.fromkeys(listed.split(), (folder, module))
    return found


def _within(package: str) -> str:
    """Return "batch" for `satdoku.batch`, "" for `satdoku`."""
    return package.removeprefix(PACKAGE).lstrip(".")


def names_that_work(package: str) -> Iterator[str]:
    """Yield the public names of rooms that have what they use."""
    for name in homes(package):
        if not _lacks_for_name(package, name):
            yield name


def public(package: str, name: str) -> Any:
    """Return what a room adds under a public name.

    Raises `AttributeError` if there is no such name, and `MissingRoom`, which is one, if the room
    or one that it uses is not there.
    """
    if name in homes(package):
        if lacking := _lacks_for_name(package, name):
            raise missing_room(f"{package}.{name} needs", lacking)
        _, module = homes(package)[name]
        return load(f"{module}:{name}")
    if room := _promised_by(package, f" as {name}  # "):
        raise missing_room(f"{package}.{name} is part of", room)
    raise AttributeError(f"module {package!r} has no attribute {name!r}")


def _lacks_for_name(package: str, name: str) -> str:
    """Return the folder that a public name needs and that is not there; "" if it has all."""
    folder, _ = homes(package)[name]
    return missing(every_room()[folder].uses)


def method_of(puzzle: object, name: str) -> Any:
    """Return the method of a puzzle that is in `METHODS` or that a room adds; errors as for
    `public`."""
    if name in METHODS:
        return MethodType(load(METHODS[name]), puzzle)
    for room in every_room().values():
        if name in room.methods:
            if lacking := missing(room.uses):
                raise missing_room(f"Puzzle.{name} needs", lacking)
            return MethodType(load(room.methods[name]), puzzle)
    if room_name := _promised_by(PACKAGE, f"#: Puzzle.{name}  # "):
        raise missing_room(f"Puzzle.{name} is part of", room_name)
    message = f"'Puzzle' object has no attribute {name!r}"
    raise AttributeError(message, name=name, obj=puzzle)


def methods_of_puzzles() -> Iterator[str]:
    """Yield the names for which `method_of` has a method."""
    yield from METHODS
    for room in every_room().values():
        yield from room.methods


def load(path: str) -> Any:
    """Return what "module:name" names within satdoku; raise `MissingRoom` for a missing room."""
    module, _, name = path.partition(":")
    try:
        return getattr(import_module(f"{PACKAGE}.{module}"), name)
    except ModuleNotFoundError as error:
        if lacking := missing_folder(error):
            raise missing_room(f"{PACKAGE}.{name} needs", lacking) from None
        raise


def missing_folder(error: ModuleNotFoundError) -> str:
    """Return the folder of satdoku whose absence an error reports; "" if it reports another."""
    package, _, module = (error.name or "").partition(".")
    folder = module.replace(".", "/")
    return folder if package == PACKAGE and module and not exists(folder) else ""


def _promised_by(package: str, mark: str) -> str:
    """Return the room that the stub of a package names behind a mark; "" if it has no such line.

    The stub lists what all rooms add (names, methods of `Puzzle`, commands), and a test holds it
    equal to their records. So it knows the names of rooms that have been deleted since.
    """
    folder = os.path.join(ROOT, _within(package))
    if not os.path.isdir(folder):
        return ""  # rooms add nothing to a module
    with open(os.path.join(folder, "__init__.pyi"), encoding="utf-8") as stub:
        for line in stub:
            if mark in line:
                return line.partition(mark)[2].strip()
    return ""
