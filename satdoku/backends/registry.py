"""The engines by name, each imported only when it is needed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ..errors import EngineError
from ..phrases import joined, phrase, verbatim
from ..plugins import FILE, found
from ..record_types import Record
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
ENGINES: dict[str, tuple[str, str, Record]] = {
    "auto": ("auto", "Auto", {}), "native": ("native", "Native", {}), "dlx": ("dlx", "Dlx", {}),
    "masks": ("masks", "MaskEngine", {}),
    "cpsat": ("cpsat", "CpSat", {"model": "booleans"}),
    "cpsat-integers": ("cpsat", "CpSat", {"model": "integers"}), "pysat": ("pysat", "PySat", {}),
    **{name: ("pysat", "PySat", {"solver": name}) for name in PYSAT if name not in OWN_PROCESS},
}  # fmt: skip
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


NO_ENCODING = (
    "the engine {name!s} works on the theory itself and does not use an encoding: choose another "
    "engine, such as glucose4"
)
#: Engines that users registered: name → class, or function of a theory.
OWN: Record = {}


def register_engine(name: str, make: Any) -> None:
    """Make an engine available by name: a subclass of `Backend`, or a function of a theory.

    Raises `EngineError` for a name that satdoku uses, or that cannot stand in a list of engines.

    >>> import satdoku
    >>> from satdoku.backends.dlx import Dlx
    >>> satdoku.register_engine("my-links", Dlx)
    >>> satdoku.count("12..34..........", engine="my-links")
    12
    """
    if name in ENGINES or name in OWN_PROCESS or not re.fullmatch(r"[\w-]+", name):
        raise EngineError(f"an engine cannot be called {name!r}: choose another word")
    OWN[name] = make


def parted(name: str) -> tuple[str, dict[str, str]]:
    """Return ("cpsat", {"num_workers": "2"}) for "cpsat:num_workers=2": an engine's name and its
    parameters. A command with blanks stays as it is, since it has its own options."""
    if not isinstance(name, str):
        raise EngineError(f"an engine is named by a text such as 'native', not {name!r:.40}")
    # Each part must have its "=", so that "my.py:Class" is not taken for an engine with parameters.
    if match := re.fullmatch(r"(\S+?):([\w-]+=[^,\s]*(?:,[\w-]+=[^,\s]*)*)", name):
        return match[1], dict(part.split("=", 1) for part in match[2].split(","))
    bare, colon, rest = name.partition(":")
    if colon and (bare in ENGINES or bare in OWN or bare in OWN_PROCESS):
        raise EngineError(
            phrase(
                "{rest!r} are not parameters: write {name!s}:NAME=VALUE,NAME=VALUE",
                rest=rest,
                name=bare,
            )
        )
    return name, {}


def engines_listed(names: str) -> list[str]:
    """Return the engines of a list "cpsat:num_workers=2,symmetry_level=0,native": a part with "="
    and no name before it is a further parameter of the engine before."""
    engines: list[str] = []
    for part in filter(None, (part.strip() for part in names.split(","))):
        if engines and re.fullmatch(r"[\w-]+=\S*", part) and parted(engines[-1])[1]:
            engines[-1] += f",{part}"
        else:
            engines.append(part)
    return engines


def takes_encodings(name: str) -> bool:
    """Return whether the engine of this name gets the theory as CNF."""
    bare, _ = parted(name)
    if bare in OWN or FILE.fullmatch(bare):
        return False
    module = "external" if bare in OWN_PROCESS else ENGINES.get(bare, ("external",))[0]
    return module in ENCODED


def open_backend(
    name: str,
    theory: Theory,
    encoding: Any = None,
    seed: int = 0,
    parameters: Mapping[str, Any] | None = None,
) -> Backend:
    """Return the engine of that name, bound to the theory.

    A name with a space or a slash, or of a program on the PATH, is the command of an external
    DIMACS solver; `my.py:Class` and entry points "satdoku.engines" are engines of your own.
    encoding: for engines that work on CNF. seed: for engines whose capabilities are `seeded`.
    parameters: the engine's own, as after the name in "cpsat:num_workers=2". Raises `EngineError`
    (with the nearest names) or `EncodingError`.
    """
    name, own = parted(name)
    backend = _opened(name, theory, encoding, seed)
    if given := {**own, **(parameters or {})}:
        backend.configure(given)
    return backend


def _opened(name: str, theory: Theory, encoding: Any, seed: int) -> Backend:
    options: Record
    backend: Backend
    # Entry points are asked only for names that satdoku does not use: none replaces an engine.
    make = OWN.get(name)
    if make is None and (FILE.fullmatch(name) or name not in (*ENGINES, *OWN_PROCESS)):
        make = found(name, "satdoku.engines", EngineError)
    if make is not None:
        if encoding is not None:
            raise EngineError(phrase(NO_ENCODING, name=name))
        backend = make(theory)
        if not isinstance(backend, Backend):
            raise EngineError(f"{name} made {type(backend).__name__}, which is no satdoku.Backend")
        backend.name = name
        return backend
    if name in OWN_PROCESS:
        import shlex

        command = shlex.join(own_command(f"{__package__}.pysat_process", name))
        module = "external"
        cls = "External"
        options = {"command": command}
    elif name in ENGINES:
        module, cls, options = ENGINES[name]
    elif " " in name or "/" in name or shutil.which(name):
        module = "external"
        cls = "External"
        options = {"command": name}
    elif name in PROGRAMS:
        others = [own for own in [*ENGINES, *OWN_PROCESS] if own.startswith(name[:6])]
        said = "{name!s} is not installed: apt install {package!s}"
        problem = phrase(said, name=name, package=PROGRAMS[name][0])
        if others:
            instead = joined(map(verbatim, others), "{one} or {next}")
            problem = phrase("{problem}, or use {names}", problem=problem, names=instead)
        raise EngineError(problem)
    else:
        names = [*ENGINES, *OWN_PROCESS, *OWN]
        # `meant` returns another name or raises, so this ends.
        known = meant(name, names, "engine", EngineError, "satdoku engines")
        return _opened(known, theory, encoding, seed)
    if encoding is not None:
        if module not in ENCODED:
            raise EngineError(phrase(NO_ENCODING, name=name))
        options = options | {"encoding": encoding}
    if module in ("cpsat", "external"):
        options = options | {"seed": seed}
    backend = getattr(import_module(f"{__package__}.{module}"), cls)(theory, **options)
    if name in OWN_PROCESS:
        backend.name = name
    return backend
