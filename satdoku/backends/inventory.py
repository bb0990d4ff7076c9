"""The available engines: their versions, what they support, and what to install for the others."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from ..errors import EngineError
from ..layout import Layout
from ..listing import Listing
from ..theory import Theory
from .registry import CARDINALITY, ENGINES, OWN_PROCESS, PROGRAMS, PYSAT, open_backend


@dataclass(frozen=True, slots=True)
class Engine:
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
    install: str = ""

    def record(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)

    @property
    def notes(self) -> str:
        """The notes column: cardinality, own process, and how to install a missing engine."""
        notes = [
            "cardinality constraints" if self.cardinality else "",
            "in a separate process" if self.own_process else "",
            f"missing: {self.install}" if self.install else "",
        ]
        return ", ".join(note for note in notes if note)


def engines() -> Listing:
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
        install = (
            "" if works else f"pip install {package}" if not engine_version else "not built in"
        )
        yield Engine(
            name,
            engine_version,
            works,
            capabilities.givens,
            ", ".join(capabilities.counts),
            name in CARDINALITY,
            name in OWN_PROCESS,
            install,
        )
    for program, (package, option) in PROGRAMS.items():
        found = shutil.which(program) is not None
        shown = _program_version(program, option) if found else ""
        install = "" if found else f"apt install {package}"
        yield Engine(program, shown, found, "units", "", False, True, install)


def _is_built(name: str) -> bool:
    from pysat.solvers import NoSuchSolverError, Solver

    try:
        Solver(name).delete()
    except NoSuchSolverError:
        return False
    return True


def _program_version(program: str, option: str) -> str:
    if not option:
        return "?"
    try:
        done = subprocess.run(
            [program, option], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return "?"
    words = done.stdout.split()
    return next((word for word in words if word[:1].isdigit() and "." in word), "?")
