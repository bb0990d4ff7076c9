"""--engine, --encoding, --time-limit and --stats, as one value."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import click

from ...backends.base import Backend, Capabilities, Statistics
from ...layout import Layout
from ...theory import Theory
from ..stream.decorated import Measured
from . import common as options
from . import completions as completing


@dataclass(frozen=True)
class Choice:
    """The engine requested on the command line."""

    name: str = "auto"
    encoding: str | None = None
    time_limit: float | None = None
    stats: bool = False

    @property
    def is_default(self) -> bool:
        """Whether no engine was requested: any will do, so kernels answer where they can."""
        return self.name == "auto" and self.encoding is None

    def told(self, found: Sequence[Any], seconds: float, decisions: Sequence[int] = ()) -> Any:
        """Return a kernel's answers to a block, which took `seconds`: with --stats each is
        `Measured`, with an equal share of the time. None is passed on."""
        if not self.stats:
            return found
        share = round(seconds / max(1, len(found)), 9)
        measured: list[Measured | None] = []
        for i, answer in enumerate(found):
            did = Statistics(calls=1, decisions=decisions[i] if decisions else 0, seconds=share)
            counted = Capabilities("search", ("decisions",) if decisions else ())
            extra = {"engine": self.name, "statistics": did.record(counted)}
            measured.append(None if answer is None else Measured(answer, extra))
        return measured

    def needs_json(self, form: str) -> None:
        """Refuse --stats if the output form cannot store the statistics."""
        if self.stats and form != "json":
            raise click.UsageError("--stats needs --format json")

    def open(self, layout: Layout) -> Backend:
        """Return the engine for a layout: opened once per process."""
        return _open(self.name, self.encoding, layout)

    @contextmanager
    def opened(self, layout: Layout) -> Iterator[tuple[Backend, dict[str, Any]]]:
        """Yield the engine and a dict to add to the JSON record afterwards: with --stats, its name
        and statistics."""
        backend, extra = self.open(layout), dict[str, Any]()
        before, start = replace(backend.statistics), time.perf_counter()
        yield backend, extra
        if self.stats:
            did = backend.statistics.since(before)
            did.seconds = round(time.perf_counter() - start, 6)
            extra |= {"engine": backend.name, "statistics": did.record(backend.capabilities)}


ANY = Choice()


@lru_cache(maxsize=8)
def _open(name: str, encoding: str | None, layout: Layout) -> Backend:
    from ...backends.registry import open_backend

    return open_backend(name, Theory.of(layout), encoding)


def _choice(context: click.Context, parameter: click.Parameter, value: str) -> Choice:
    meta = context.meta
    choice = Choice(value, meta.get("encoding"), meta.get("time_limit"), meta.get("stats", False))
    choice.open(Layout.of_size(1))  # report an unknown or missing engine at once
    return choice


#: Options that `_choice` reads.
_remembered: dict[str, Any] = {
    "expose_value": False,
    "is_eager": True,
    "callback": options.remember,
}
#: --engine, --encoding, --time-limit and --stats, passed on as one `engine`: a `Choice`.
engine_options = options.together(
    click.option(
        "--engine", metavar="NAME|COMMAND", default="auto", callback=_choice,
        shell_complete=completing.engines,
        help="One of `satdoku engines`, or any DIMACS solver's command.",
    ),
    click.option(
        "--encoding", metavar="NAME", shell_complete=completing.encodings,
        help="Encoding of the theory for CNF engines.", **_remembered,
    ),
    options.time_limit(**_remembered),
    click.option(
        "--stats", is_flag=True, help="With json: statistics of the engine for each puzzle.",
        **_remembered,
    ),
)  # fmt: skip
