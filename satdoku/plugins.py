"""Things of the user's own, from a file or an installed package: kinds of rules, techniques,
formats, commands, engines, encodings.

A `Table` holds satdoku's own things of one sort by name, and takes the user's. `load` adds one:
"my.py:mountain" is `mountain` of the file my.py, run as a module of its own, and another name is
that of an entry point, such as one of the group "satdoku.kinds". `has` looks for a name that is not
in the table among the entry points, so a package is imported when its thing is named and never
before. Nothing but `load` and `found` runs a file, and they are called for what the user names:
names in data run none.

The user's code runs within `blamed`, so that whatever it raises names it.
"""

from __future__ import annotations

import os
import pickle
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from traceback import walk_tb
from types import CodeType, MappingProxyType
from typing import Any, TypeVar, cast

from . import rooms
from .errors import PluginError, SatdokuError, TimeLimitReached
from .frozen import frozen
from .phrases import phrase
from .plurals import plural
from .record_types import Natural, TypedDict
from .suggest import meant

Thing = TypeVar("Thing")
Item = TypeVar("Item")
#: 'my.py:function'
FILE = re.compile(r"(.+\.py):([A-Za-z_]\w*)")
#: How the names of the modules of users' files begin.
MODULES = "satdoku_file_"
#: The tables that take things of users, by what one of them is called.
TABLES = {
    "kind": "constraints.kind_table:KINDS",
    "technique": "logic.catalog.rules:OWN",
    "format": "formats.format_table:FORMATS",
}
NO_ROWS: Mapping[str, Any] = MappingProxyType({})
#: What was loaded from files: (what it is, "my.py:mountain").
FILES: dict[tuple[str, str], None] = {}
#: The things in the tables of users: (what it is, the name by which it was loaded).
LOADED: dict[tuple[str, str], None] = {}
#: What hears that a file was loaded; a command prints it.
LISTENERS: list[Callable[[str], object]] = []


class Fault(Exception):
    """What is wrong with a thing of the user's, in words to put after its name."""


@contextmanager
def blamed(owner: str, *refusals: type[BaseException]) -> Iterator[None]:
    """Run code of the user's: what it raises becomes a `PluginError` that names the owner.

    refusals: the errors by which such a thing refuses what it is given.
    """
    passed: tuple[type[BaseException], ...] = (*refusals, PluginError, TimeLimitReached)
    try:
        yield
    except passed:
        raise
    except Fault as fault:
        raise PluginError(f"{owner}: {fault}") from None
    except (Exception, SystemExit) as problem:
        raise PluginError(
            phrase("{owner!s} failed: {problem!s}", owner=owner, problem=told(problem))
        ) from problem


def guarded(
    owner: str,
    function: Callable[..., Any],
    *refusals: type[BaseException],
    then: Callable[..., Any] = bool,
) -> Callable[..., Any]:
    """Return a function of the user's that runs within `blamed`; then: what makes the answer of its
    result and its arguments."""

    def run(*arguments: Any) -> Any:
        with blamed(owner, *refusals):
            found = function(*arguments)
            return then(found) if then in (bool, tuple) else then(found, *arguments)

    return run


def told(problem: BaseException) -> str:
    """Return 'ValueError: no such digit (line 12)': the last line of a file of the user's that led
    to it, if there is one."""
    text = " ".join(str(problem).split())
    message = f"{type(problem).__name__}: {text}".removesuffix(": ")
    place = ""
    for frame, line in walk_tb(problem.__traceback__):
        if str(frame.f_globals.get("__name__")).startswith(MODULES):
            place = f" (line {line})"
    return message + place


class _Loader(SourceFileLoader):
    """Compiles a file each time: Python's cache takes a file that was saved twice within a second,
    with the same length, for unchanged."""

    def get_code(self, fullname: str) -> CodeType:
        data = self.get_data(self.path)
        return self.source_to_code(data, self.path)


@cache
def _run(path: str, changed: int) -> Any:
    """Return the module of a file, which is run once per version."""
    stem, _ = os.path.splitext(os.path.basename(path))
    name = MODULES + stem
    spec = spec_from_file_location(name, path, loader=_Loader(name, path))
    assert spec and spec.loader
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look for their module there
    spec.loader.exec_module(module)
    return module


@cache
def _lists_of_entry_points() -> tuple[str, ...]:
    """Return the texts of all `entry_points.txt` of installed packages, which few have."""
    found = list[str]()
    for folder in dict.fromkeys(sys.path):
        with suppress(OSError):
            names = [name for name in os.listdir(folder) if name.endswith(("-info", ".egg"))]
            paths = [os.path.join(folder, name, "entry_points.txt") for name in names]
            for path in filter(os.path.isfile, paths):
                with open(path, encoding="utf-8", errors="replace") as file:
                    found.append(file.read())
    return tuple(found)


@cache
def entry_points_of(group: str) -> dict[str, Any]:
    """Return the entry points of a group by name; no package is imported."""
    if not any(f"[{group}]" in text for text in _lists_of_entry_points()):
        return {}
    from importlib.metadata import entry_points  # slow to load

    return {point.name: point for point in entry_points(group=group)}


def origin_of(point: Any) -> str:
    """Return 'the package mountains 1.2' for an entry point."""
    return f"the package {point.dist.name} {point.dist.version}" if point.dist else point.value


def fetched(name: str, group: str) -> tuple[str, Any] | None:
    """Return (where it comes from, the object) for "my.py:name" or the name of an entry point; None
    if there is none. Raises `PluginError` if it cannot be loaded."""
    what = group.removeprefix("satdoku.").removesuffix("s")
    try:
        if match := FILE.fullmatch(name):
            module = _run(match[1], os.stat(match[1]).st_mtime_ns)
            if not hasattr(module, match[2]):
                raise PluginError(
                    phrase(
                        "cannot load {name!s}: {module!s} has no {missing!s}",
                        name=name,
                        module=match[1],
                        missing=match[2],
                    )
                )
            if (what, name) not in FILES:
                FILES[what, name] = None
                for hear in LISTENERS:
                    hear(f"loaded the {what} {match[2]} from {match[1]}")
            return match[1], getattr(module, match[2])
        point = entry_points_of(group).get(name)
        return point and (origin_of(point), point.load())
    except PluginError:
        raise
    except (Exception, SystemExit) as problem:
        raise PluginError(
            phrase("cannot load {name!s}: {problem!s}", name=name, problem=told(problem))
        ) from problem


def found(name: str, group: str, error: type[SatdokuError]) -> Any:
    """Return the object of that name, None if there is none; raise `error` if it cannot be
    loaded."""
    try:
        known = fetched(name, group)
    except PluginError as problem:
        raise error(str(problem)) from problem
    return known and known[1]


class Table(dict[str, Thing]):
    """The things of one sort by name: satdoku's, and the user's as they are loaded.

    what: what one is called. taken: "module:function" of what checks an object of the user's: it
    gets the object and where it comes from, and returns the thing, which has a `name`. own: by the
    names of the user's things, where they come from.
    """

    def __init__(self, what: str, taken: str, rows: Mapping[str, Thing] = NO_ROWS) -> None:
        super().__init__(rows)
        self.what = what
        self.taken = taken
        self.own: dict[str, str] = {}

    def load(self, name: str) -> Thing:
        """Return the thing of "my.py:name", or of an installed package by name, and keep it.

        Raises `PluginError` if there is none, or satdoku has another of that name.
        """
        known = fetched(name, f"satdoku.{self.what}s")
        if known is None:
            raise PluginError(
                phrase(
                    "{name!r} is neither FILE.py:NAME nor a {what!s} of an installed package",
                    name=name,
                    what=self.what,
                )
            )
        origin, value = known
        with blamed(owner_of(self.what, name.rpartition(":")[2], origin)):
            thing: Thing = rooms.load(self.taken)(value, origin)
        own_name: str = thing.name  # type: ignore[attr-defined]
        if own_name in self and own_name not in self.own:
            raise PluginError(
                phrase(
                    "{owner!s} needs another name: satdoku has one of that name",
                    owner=owner_of(self.what, own_name, origin),
                )
            )
        if not FILE.fullmatch(name) and own_name != name:
            raise PluginError(
                phrase(
                    "the entry point {name!r} of {origin!s} is called {own_name!r}",
                    name=name,
                    origin=origin,
                    own_name=own_name,
                )
            )
        self.own[own_name] = origin
        self[own_name] = thing
        LOADED[self.what, name] = None
        return thing

    def has(self, name: str) -> bool:
        """Return whether there is a thing of this name, perhaps one of an installed package, which
        is then loaded."""
        if name not in self and name in entry_points_of(f"satdoku.{self.what}s"):
            self.load(name)
        return name in self

    def name_given(self, name: str) -> str:
        """Return the name of the thing that the user names: FILE.py:NAME is loaded first."""
        if not FILE.fullmatch(name):
            return name
        thing: Any = self.load(name)
        return thing.name  # type: ignore[no-any-return]


def load_plugin(what: str, name: str | os.PathLike[str]) -> Any:
    """Add a thing of the user's own, and return it.

    what: "kind", "technique" or "format". name: "my.py:mountain" is `mountain` of the file my.py,
    which is run, also as a path (`folder / "my.py:mountain"`); any other name is an entry point of
    an installed package. Raises `PluginError`.

    >>> load_plugin("format", "dots")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    satdoku.extensions.PluginError: 'dots' is neither FILE.py:NAME nor a format of an installed ...
    """
    return table_of(what).load(os.fspath(name))


def table_of(what: str) -> Table[Any]:
    """Return the table of a kind of things; raise `PuzzleError` for an unknown one."""
    return rooms.load(TABLES[meant(what, TABLES, "kind of plugin")])  # type: ignore[no-any-return]


def owner_of(what: str, name: str, origin: str) -> str:
    """Return "the kind 'mountain' of my.py"."""
    return f"the {what} {name!r} of {origin}"


def must_be(value: object, *expected: type[Any]) -> None:
    """Raise `Fault` unless a value of the user's is of one of these types."""
    if not isinstance(value, expected):
        names = " or ".join(one.__name__ for one in expected)
        raise Fault(
            phrase("expected {names!s}, got {type!s}", names=names, type=type(value).__name__)
        )


def carried(value: Item) -> Item:
    """Return a value for another process: to be unpickled there once the same things are loaded,
    since a board with a rule is read only where its kind is known."""
    return cast(Item, _Carried(value)) if LOADED else value


@frozen
class _Carried:
    """A value that pickles as itself, and as the things that are loaded before it is unpickled."""

    value: object

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, (tuple(LOADED), pickle.dumps(self.value))


def _unpacked(things: tuple[tuple[str, str], ...], data: bytes) -> Any:
    for what, name in things:
        if (what, name) not in LOADED:
            load_plugin(what, name)
    return pickle.loads(data)


class PluginVerdictRecord(TypedDict):
    """The judgement of a thing of the user's own.

    what: "kind", "technique", "format" or "command". origin: its file or package. fault: "" if it
    is right, otherwise where it is wrong. tried: how many comparisons were made, up to the fault.
    """

    what: str
    name: str
    origin: str
    fault: str
    tried: Natural


@frozen
class PluginVerdict:
    """The keys of `PluginVerdictRecord`.

    >>> PluginVerdict("kind", "mountain", "my.py", "", 1).text()
    'the kind mountain of my.py is right in 1 comparison'
    """

    what: str
    name: str
    origin: str
    fault: str
    tried: int

    def record(self) -> PluginVerdictRecord:
        """For JSON."""
        return cast(PluginVerdictRecord, asdict(self))

    def text(self) -> str:
        """Return a line for people."""
        verdict = f"right in {plural(self.tried, 'comparison')}"
        if self.fault:
            verdict = f"wrong: {self.fault}"
        return f"the {self.what} {self.name} of {self.origin} is {verdict}"


class Judging:
    """Counts the comparisons that a judge makes, up to the first fault."""

    def __init__(self, what: str, given: str) -> None:
        """given: FILE.py:NAME, or the name of a thing of the user's."""
        table = table_of(what)
        name = table.name_given(given)
        if not table.has(name) or name not in table.own:
            raise PluginError(
                phrase(
                    "{given!r} is not a {what!s} of your own: write FILE.py:NAME",
                    given=given,
                    what=what,
                )
            )
        self.what = what
        self.name = name
        self.thing: Any = table[name]
        self.origin = table.own[name]
        self.owner = owner_of(what, name, self.origin)
        self.tried = 0

    def verdict(self, faults: Iterable[str]) -> PluginVerdict:
        """Return the verdict: comparisons yield the fault that they find, or "" for none."""
        fault = ""
        for found in faults:
            self.tried += 1
            if found:
                fault = found
                break
        return PluginVerdict(self.what, self.name, self.origin, fault, self.tried)
