"""The available engines: their versions, what they support, and what to install for the others."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import TypedDict, cast

from ..errors import EngineError, need_pysat
from ..layout import Layout
from ..listing import Listing
from ..theory import Theory
from .registry import CARDINALITY, ENGINES, OWN_PROCESS, PROGRAMS, PYSAT, open_backend


class EngineRecord(TypedDict):
    """One line of the inventory.

    givens: how the engine takes givens. counts: what the engine counts. cardinality: whether the
    engine takes cardinality constraints. install: how to install it if it is missing.
    """

    name: str
    version: str
    installed: bool
    givens: str
    counts: str
    cardinality: bool
    own_process: bool
    install: str


@dataclass(frozen=True, slots=True)
class Engine:
    """The keys of `EngineRecord`."""

    name: str
    version: str
    installed: bool
    givens: str
    counts: str
    cardinality: bool
    own_process: bool
    install: str = ""

    def record(self) -> EngineRecord:
        """For JSON."""
        return cast(EngineRecord, asdict(self))

    @property
    def notes(self) -> str:
        """The notes column: cardinality, own process, and how to install a missing engine."""
        notes = ["cardinality constraints"] * self.cardinality
        notes += ["in a separate process"] * self.own_process
        notes += [f"missing: {self.install}"] * bool(self.install)
        return ", ".join(notes)


def engines() -> Listing[Engine]:
    """Return the engines, as `Engine`s: those installed, their versions, and how to install the
    others; and what runs the compiled kernels."""
    from ..kernels import library

    rows = tuple(inventory())
    shown = tuple((e.name, e.version, e.givens, e.counts, e.notes) for e in rows)
    columns, kernels = ("engine", "version", "givens as", "counts", "notes"), library.about()
    return Listing("engines", columns, rows, shown, {"kernels": kernels}, f"kernels: {kernels}")


def inventory() -> Iterator[Engine]:
    """All engines by name, then the external programs that are known to work."""
    from .. import __version__

    theory = Theory.of(Layout.of_size(1))
    for name in [*ENGINES, *OWN_PROCESS]:
        package = "ortools" if name.startswith("cpsat") else "python-sat"
        ours = name in ("auto", "native", "dlx")
        try:
            engine_version = __version__ if ours else version(package)
            capabilities = type(open_backend(name, theory)).capabilities
            works = ours or not (name in PYSAT and name not in OWN_PROCESS) or _is_built(name)
        except (PackageNotFoundError, ImportError, EngineError):
            engine_version, works = "", False
            capabilities = type(open_backend("native", theory)).capabilities
        missing = "not built in" if engine_version else f"pip install {package}"
        install = "" if works else missing
        takes, counts = capabilities.givens, ", ".join(capabilities.counts)
        kinds = name in CARDINALITY, name in OWN_PROCESS
        yield Engine(name, engine_version, works, takes, counts, *kinds, install)
    for program, (package, option) in PROGRAMS.items():
        found = shutil.which(program) is not None
        shown = _program_version(program, option) if found else ""
        install = "" if found else f"apt install {package}"
        yield Engine(program, shown, found, "units", "", False, True, install)


def _is_built(name: str) -> bool:
    need_pysat()
    from pysat.solvers import NoSuchSolverError, Solver

    try:
        Solver(name).delete()
    except NoSuchSolverError:
        return False
    return True


def _program_version(program: str, option: str) -> str:
    words: list[str] = []
    with suppress(OSError, subprocess.TimeoutExpired):
        run = partial(subprocess.run, capture_output=True, text=True, timeout=10, check=False)
        words = run([program, option]).stdout.split() if option else []
    alone = words[0] if len(words) == 1 else "?"  # `sc2021`, `965`
    return next((word for word in words if word[:1].isdigit() and "." in word), alone)
