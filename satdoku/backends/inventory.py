"""The available engines: their versions, what they support, and what to install for the others."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import cast

from ..errors import EngineError, need_pysat
from ..layout import Layout
from ..listing import Listing
from ..phrases import Name, joined, phrase
from ..record_types import TypedDict
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
    """An engine, whether it is installed or not; its fields are the keys of `EngineRecord`.

    >>> import satdoku
    >>> native = next(engine for engine in satdoku.engines() if engine.name == "native")
    >>> native.installed, native.version == satdoku.__version__
    (True, True)
    """

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
        notes = []
        if self.cardinality:
            notes.append("cardinality constraints")
        if self.own_process:
            notes.append("in a separate process")
        if self.install:
            notes.append(phrase("missing: {package}", package=Name(self.install)))
        return joined(notes)


def engines() -> Listing[Engine]:
    """Return the engines, as `Engine`s: those installed, their versions, and how to install the
    others; and what runs the compiled kernels.

    >>> "auto" in [engine.name for engine in engines()]
    True
    """
    from ..kernels import library

    rows = tuple(inventory())
    shown = tuple((e.name, e.version, e.givens, e.counts, e.notes) for e in rows)
    columns = ("engine", "version", "givens as", "counts", "notes")
    kernels = library.about()
    return Listing(
        "engines",
        columns,
        rows,
        shown,
        more={"kernels": kernels},
        foot=phrase("kernels: {about}", about=kernels),
    )


def inventory() -> Iterator[Engine]:
    """All engines by name, then the external programs that are known to work."""
    theory = Theory.of(Layout.of_size(1))
    for name in [*ENGINES, *OWN_PROCESS]:
        yield _engine(name, theory)
    for program, (package, option) in PROGRAMS.items():
        yield _program(program, package, option)


def _engine(name: str, theory: Theory) -> Engine:
    """Return what is known of an engine; theory: a small one, to open it with."""
    package = package_of(name)
    engine_version = ""
    works = False
    try:
        engine_version = version(package) if package else _own_version()
        opened = open_backend(name, theory)
        works = _is_built(name) if name in PYSAT and name not in OWN_PROCESS else True
    except (PackageNotFoundError, ImportError, EngineError):
        engine_version = ""
        opened = open_backend("native", theory)
    capabilities = type(opened).capabilities
    install = ""
    if not works:
        install = "not built in" if engine_version else f"pip install {package}"
    return Engine(
        name=name,
        version=engine_version,
        installed=works,
        givens=capabilities.givens,
        counts=", ".join(capabilities.counts),
        cardinality=name in CARDINALITY,
        own_process=name in OWN_PROCESS,
        install=install,
    )


def package_of(name: str) -> str:
    """Return the package on PyPI that an engine is from; "" for those of satdoku itself."""
    if name in OWN_PROCESS:
        return "python-sat"
    module, _, _ = ENGINES[name]
    return {"cpsat": "ortools", "pysat": "python-sat"}.get(module, "")


def _own_version() -> str:
    from .. import __version__

    return __version__


def _program(program: str, package: str, option: str) -> Engine:
    found = shutil.which(program) is not None
    return Engine(
        name=program,
        version=_program_version(program, option) if found else "",
        installed=found,
        givens="units",
        counts="",
        cardinality=False,
        own_process=True,
        install="" if found else f"apt install {package}",
    )


def _is_built(name: str) -> bool:
    need_pysat()
    from pysat.solvers import NoSuchSolverError, Solver

    try:
        Solver(name).delete()
    except NoSuchSolverError:
        return False
    return True


def _program_version(program: str, option: str) -> str:
    words = []
    with suppress(OSError, subprocess.TimeoutExpired):
        run = partial(subprocess.run, capture_output=True, text=True, timeout=10, check=False)
        words = run([program, option]).stdout.split() if option else []
    alone = words[0] if len(words) == 1 else "?"  # `sc2021`, `965`
    return next((word for word in words if word[:1].isdigit() and "." in word), alone)
