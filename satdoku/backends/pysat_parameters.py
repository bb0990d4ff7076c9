"""The parameters of PySAT's solvers.

PySAT hands CaDiCaL any name and value; CaDiCaL ignores unknown names and moves values into their
ranges. So the options that all its versions share are listed here with their ranges, as in its
`options.hpp`. The names that other solvers take are read from PySAT's documentation of `configure`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from ..errors import EngineError, need_pysat
from ..phrases import phrase
from ..record_types import Record

#: What PySAT takes when it makes a solver, and the solvers that support it. (`warm_start` makes
#: solvers repeat their solutions, so it is not for enumeration.)
MAKING, INCREMENTAL = "incr", ("glucose3", "glucose4", "gluecard3", "gluecard4")
LARGEST = 2_000_000_000
#: Options of CaDiCaL that are on or off, and others with their ranges.
SWITCHES = (
    "block bump bumpreason chronoalways compact condition cover decompose elim flush forcephase "
    "inprocessing instantiate lucky minimize phase probe reduce rephase restart restartreusetrail "
    "reverse score shuffle stabilize stabilizeonly subsume ternary transred vivify walk"
)
CADICAL = dict.fromkeys(SWITCHES.split(), (0, 1)) | {
    "chrono": (0, 2),
    "elimboundmax": (-1, 2_000_000),
    "reduceint": (10, 1_000_000),
    "restartint": (1, LARGEST),
    "seed": (0, LARGEST),
    "shrink": (0, 3),
    "target": (0, 2),
}


def parameters_of(name: str, given: Mapping[str, Any]) -> Record:
    """Return the parameters of a solver with their values as numbers.

    Raises `EngineError` for an unknown one, and for a value that is none of its.
    """
    need_pysat()
    from pysat.solvers import Solver

    with Solver(name) as solver:
        described = str(getattr(type(solver.solver), "configure", None).__doc__)
    ranges = CADICAL if "options.hpp" in described else {}
    ranges = {MAKING: (0, 1)} if name in INCREMENTAL else ranges
    known = [*ranges, *re.findall(r"\* ``([\w-]+)``", described)]
    read = {}
    for parameter, value in given.items():
        if parameter not in known:
            has: str = "it has none"
            if known:
                has = phrase("it has {names!s}", names=", ".join(known))
            raise EngineError(
                phrase(
                    "{name!s} has no parameter {parameter!r}: {known}",
                    name=name,
                    parameter=parameter,
                    known=has,
                )
            )
        read[parameter] = number = _number(value)
        low, high = ranges.get(parameter, (-LARGEST, LARGEST))
        whole = isinstance(number, int) or parameter not in ranges
        if number is None or not (whole and low <= number <= high):
            raise EngineError(
                phrase(
                    "{name!s}: {parameter!s} is a number, {low!s} to {high!s}, not {value!s}",
                    name=name,
                    parameter=parameter,
                    low=low,
                    high=high,
                    value=value,
                )
            )
    return read


def _number(value: Any) -> int | float | None:
    """Return a number, itself or as text; None for anything else."""
    for kind in (int, float):
        with suppress(ValueError, TypeError):
            if isinstance(value, str | kind):
                return kind(value)
    return None
