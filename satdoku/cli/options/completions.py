"""Shell completion of option values, from the lists that define them.

Each function has the signature of click's `shell_complete`; its list is loaded only when needed.
Names with several spellings are offered with hyphens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Complete = Callable[[click.Context, click.Parameter, str], "list[CompletionItem] | list[str]"]


def _of(names: Callable[[], Iterable[str]], marks: str = "") -> Complete:
    """Complete names; after any of the marks, another name begins."""

    def complete(
        context: click.Context, parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem] | list[str]:
        done = max((incomplete.rfind(mark) + 1 for mark in marks), default=0)
        before, begun = incomplete[:done], incomplete[done:].casefold()
        offered = dict.fromkeys(name.replace(" ", "-") for name in names())
        return [before + name for name in offered if name.casefold().startswith(begun)]

    return complete


def _layouts() -> Iterable[str]:
    from ...layout_names import EXTRA_HOUSES, SYNONYMS
    from ...layout_shapes import OVERLAPS

    yield from ("9x9", "4x4", "6x6", "8x8", "12x12", "16x16", "25x25", "6x6/2x3", "7x7/latin")
    yield from (*OVERLAPS, *EXTRA_HOUSES, *SYNONYMS, *_kinds())


def _from(module: str, name: str) -> Callable[[], Iterable[str]]:
    """Return what reads the names in a table of satdoku."""
    return lambda: getattr(import_module(f"satdoku.{module}"), name)


def _levels() -> Iterable[str]:
    from ...logic.catalog.rules import LABELS

    return [name for name, _ in LABELS]


def _techniques() -> Iterable[str]:
    from ...logic.catalog.listings import techniques

    rows = (*techniques("satdoku"), *techniques("se"))
    return list(dict.fromkeys(str(row["name"]) for row in rows))


def _sets() -> Iterable[str]:
    return (
        "singles", "locked", "pairs", "covers", "chains", "grouped", "refutation", "nested", "all",
        *_techniques(),
    )  # fmt: skip


def _engines() -> Iterable[str]:
    from ...backends.inventory import engines

    return [engine.name for engine in engines()]


def files(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem] | list[str]:
    """Complete file names, which is left to the shell."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


_kinds = _from("constraints.registry", "KINDS")
layouts, kinds, levels = _of(_layouts, "+"), _of(_kinds, ","), _of(_levels)
techniques, sets, engines = _of(_techniques, ","), _of(_sets, ","), _of(_engines, ",")
encodings = _of(_from("encodings.cnf.registry", "ENCODINGS"), ",")
columns = _of(_from("cli.stream.columns", "ADDED"), ",")
