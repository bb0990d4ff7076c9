"""The engines by name, each imported only when it is needed."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ..errors import EngineError
from ..suggest import meant
from ..theory import Theory
from ..workers.process import own_command
from .base import Backend

#: PySAT's solvers, by its names
PYSAT = (
    "cadical103", "cadical153", "cadical195", "cadical300", "cryptosat", "ergo", "gluecard3",
    "gluecard4", "glucose3", "glucose4", "glucose42", "kissat404", "lingeling", "maplechrono",
    "maplecm", "maplesat", "mergesat3", "minicard", "minisat22", "minisatep", "minisatgh",
)  # fmt: skip
#: Those with native at-most constraints.
CARDINALITY = ("minicard", "gluecard3", "gluecard4")
#: Solvers that ignore limits, or that may end the whole process: each gets a process of its own.
OWN_PROCESS = ("kissat404", "lingeling")

#: name → (module in this package, class, options)
ENGINES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "auto": ("auto", "Auto", {}),
    "native": ("native", "Native", {}),
    "dlx": ("dlx", "Dlx", {}),
    "cpsat": ("cpsat", "CpSat", {"model": "booleans"}),
    "cpsat-integers": ("cpsat", "CpSat", {"model": "integers"}),
    "pysat": ("pysat", "PySat", {}),
    **{name: ("pysat", "PySat", {"solver": name}) for name in PYSAT if name not in OWN_PROCESS},
}
#: programs that are known to work as external solvers: name → Debian package, version option
PROGRAMS = {
    "cadical": ("cadical", "--version"), "clasp": ("clasp", "--version"),
    "cryptominisat5": ("cryptominisat", "--version"), "kissat": ("kissat", "--version"),
    "minisat": ("minisat", ""), "picosat": ("picosat", "--version"),
}  # fmt: skip
#: engines that write the theory as CNF, and so take an encoding
ENCODED = ("pysat", "external")


def installed(names: Iterable[str]) -> tuple[str, ...]:
    """Return those of the engines whose package is installed."""
    packages = {"cpsat": "ortools", "pysat": "pysat"}
    known = {name: packages.get(ENGINES[name][0], "") for name in names}
    return tuple(name for name, package in known.items() if not package or find_spec(package))


def _is_program(name: str) -> bool:
    """Return whether a program of this name is on the PATH."""
    import shutil

    return shutil.which(name) is not None


def open_backend(name: str, theory: Theory, encoding: str | None = None, seed: int = 0) -> Backend:
    """Return the engine of that name, bound to the theory.

    A name with a space or a slash, or of a program on the PATH, is the command of an external
    DIMACS solver. encoding: for engines that work on CNF. seed: for engines whose capabilities
    are `seeded`. Raises `EngineError` (with the nearest names) or `EncodingError`.
    """
    options: dict[str, Any]
    if name in OWN_PROCESS:
        import shlex

        command = shlex.join(own_command(f"{__package__}.pysat_process", name))
        module, cls, options = "external", "External", {"command": command}
    elif name in ENGINES:
        module, cls, options = ENGINES[name]
    elif " " in name or "/" in name or _is_program(name):
        module, cls, options = "external", "External", {"command": name}
    elif name in PROGRAMS:
        others = [own for own in [*ENGINES, *OWN_PROCESS] if own.startswith(name[:6])]
        raise EngineError(
            f"{name} is not installed: apt install {PROGRAMS[name][0]}"
            + (f", or use {' or '.join(others)}" if others else "")
        )
    else:
        known = meant(name, [*ENGINES, *OWN_PROCESS], "engine", EngineError, "satdoku engines")
        return open_backend(known, theory, encoding, seed)
    if encoding is not None:
        if module not in ENCODED:
            raise EngineError(
                f"the engine {name} works on the theory itself and does not use an encoding: "
                "choose another engine, such as glucose4"
            )
        options = options | {"encoding": encoding}
    if module in ("cpsat", "external"):
        options = options | {"seed": seed}
    backend: Backend = getattr(import_module(f"{__package__}.{module}"), cls)(theory, **options)
    if name in OWN_PROCESS:
        backend.name = name
    return backend
