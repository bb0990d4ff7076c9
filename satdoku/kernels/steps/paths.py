"""Steps and ratings on arrays: the search for steps by a scale's rules, for any number of boards.

Any number of threads may use a `Paths` at once: each call borrows a search (some sixty arrays that
it writes to) that no other call uses, and returns it afterwards.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from ...cancellation import Stop, interruptibly
from ...theory import Theory
from .. import explainer, library, logic
from ..interpreter import as_lists
from ..kernel import KERNELS, Kernel
from ..logic.found import END
from ..logic.path import CURSOR, LOGGED, Rated, StepPath, follow_path, list_steps
from ..struct_views import StructView
from .search_arrays import search_on

#: The maximum number of searches that a `Paths` keeps for later calls.
KEPT = 4
#: No limit to the number of steps or to their rating.
ENDLESS = 1 << 40
#: The initial size of the log of all steps of a rule.
LISTED = 1 << 17


class RatedFinder(NamedTuple):
    """A rule of a scale, for the search. finder: "module:function", a module of `kernels.logic`
    unless it has dots. mode: the argument of the finder. rating: in tenths; estimated: whether it
    only estimates the scale's own."""

    finder: str
    mode: int
    rating: int
    estimated: bool = False


@lru_cache(maxsize=256)
def finder_named(name: str) -> Kernel:
    """Return the finder of a rule."""
    module, function = name.split(":")
    finder: Kernel = getattr(import_module(module), function)
    return finder


class Paths:
    """Follows paths on boards of one theory, which must have a layout, by rules in this order.

    keeps_best: some rule that is not among the Explainer's own keeps the best of its steps, as
    those do, and so needs their arrays.
    """

    def __init__(
        self, theory: Theory, rules: Sequence[RatedFinder], keeps_best: bool = False
    ) -> None:
        self.theory = theory
        self.rules = rules
        of_explainer = any("kernels.explainer" in rule.finder for rule in rules)
        self.needs_explainer = of_explainer or keeps_best
        self._idle: list[StructView] = []
        self._lock = threading.Lock()

    def follow(
        self,
        boards: np.ndarray,
        marks: np.ndarray | None = None,
        allowed: int = -1,
        step_limit: int = ENDLESS,
        log_size: int = 0,
        highest: int = ENDLESS,
    ) -> tuple[Rated, np.ndarray]:
        """Follow the path of each board; return the outcomes and the log (see `logic.path`).

        boards: N × cells digits, 0 for blank. marks: N × (variables + 1), the initial status of
        each variable (default: all open). allowed: bit r allows the rule at place r (default: all).
        highest: a path ends at the first step rated above it, in tenths. Any number of threads may
        call it.
        """
        with self._search() as view:
            path = self._path(view, boards, marks, self.rules)
            path = path._replace(
                allowed=allowed,
                step_limit=step_limit,
                highest=highest,
                log=np.zeros(log_size, np.int64),
            )
            interruptibly(partial(_run, follow_path, path, self.rules, view))
        return path.rated, path.log[: path.cursor[LOGGED]]

    def list_all(self, board: np.ndarray, marks: np.ndarray, rule: RatedFinder) -> np.ndarray:
        """Return the log of all steps of a rule at a position (see `logic.found`), whichever rules
        these paths follow. board, marks: one row each of what `follow` takes."""
        with self._search() as view:
            path = self._path(view, board, marks, [rule])
            size, end = LISTED, -1
            while end < 0:
                # A log that was too short is listed again from the start: how many steps a rule has
                # is not known before.
                log, size = np.zeros(size, np.int64), 2 * size
                view.point("log", log)
                listing = path._replace(search=path.search._replace(log=log))
                interruptibly(partial(_run, list_steps, listing, [rule], view))
                end = int(path.search.listing[END])
        return log[:end]

    def _path(
        self,
        view: StructView,
        boards: np.ndarray,
        marks: np.ndarray | None,
        rules: Sequence[RatedFinder],
    ) -> StepPath:
        n = len(boards)
        sizes = [n] * 7 + [n * len(rules)]  # only `uses` has a number for each rule
        rated = Rated(*(np.zeros(size, np.int64) for size in sizes))
        finders = np.zeros(len(rules), np.int64)
        modes = np.array([rule.mode for rule in rules], np.int64)
        ratings = np.array([rule.rating for rule in rules], np.int64)
        digits = np.ascontiguousarray(boards, np.uint8).ravel()
        known = np.ascontiguousarray([] if marks is None else marks, np.uint8).ravel()
        return StepPath(
            search=view.record,
            finders=finders,
            modes=modes,
            ratings=ratings,
            boards=digits,
            marks=known,
            allowed=-1,
            step_limit=1,
            highest=ENDLESS,
            rated=rated,
            log=np.zeros(0, np.int64),
            cursor=np.zeros(CURSOR, np.int64),
        )

    @contextmanager
    def _search(self) -> Iterator[StructView]:
        """Lend out a search that nobody else uses. An interrupted one is not kept."""
        with self._lock:
            view = self._idle.pop() if self._idle else None
        view = view or new_search(self.theory, self.needs_explainer)
        yield view
        with self._lock:
            if len(self._idle) < KEPT:
                self._idle.append(view)


def _run(
    task: Kernel, path: StepPath, rules: Sequence[RatedFinder], view: StructView, stop: Stop
) -> None:
    """Run a kernel on a path by these rules; `view` holds the search."""
    finders = [finder_named(rule.finder) for rule in rules]
    compiled = library.current()
    if compiled is None:
        functions: Any = [finder.function for finder in finders]
        search = path.search._replace(stop=stop.word)
        task.run((path._replace(search=search, finders=functions),), stop)
        return
    path.finders[:] = [compiled.address(finder.name, view, 0) for finder in finders]
    view.point("stop", np.frombuffer(stop.word, np.int64))
    task.run((hold(path, search=view),), stop)


def new_search(theory: Theory, explainer: bool = False) -> StructView:
    """Return a search for compiled code; for the interpreter, its record consists of lists."""
    search = search_on(theory, explainer)
    view = StructView(search)
    if library.current() is None:
        view.record = as_lists(search)
    return view


def hold(record: Any, **fields: StructView) -> StructView:
    """Return a view of a record in which these fields are existing views."""
    return StructView(record._replace(**fields))


@lru_cache(maxsize=4)
def all_finders(*packages: ModuleType) -> tuple[str, ...]:
    """Return the names of all kernels that are finders, in this layer and in these packages."""
    for package in (logic, explainer, *packages):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    return tuple(name for name in KERNELS if name.startswith("find_"))
