"""Layouts: boards with names, and rules that are checked.

A layout is everything about a puzzle but its digits. It is data, with its houses, and independent
of solving. Two layouts with different constraints are different layouts, so nothing built for one
(an engine, a theory, a fast path) accepts the other.

>>> Layout.boxes(3, 3).name
'9x9'
>>> layout = Layout.named("6x6+diagonal")
>>> [str(house) for house in layout.houses][-3:]
['box 6', 'diagonal 1', 'diagonal 2']
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from typing import Any, overload

from .constraints.constraint import Constraint, constraint_named
from .errors import LayoutError
from .layout_data import FROM_ZERO, SYMBOLS, LayoutData
from .layout_names import layout_named, name_of, with_houses
from .phrases import phrase
from .record_types import LayoutRecord


class Layout(LayoutData):
    """A board for the digits 1 … size (1 … 49), with regions, extra houses and symbols.

    Its fields are those of `LayoutData`. Raises `LayoutError` if these do not fit together.

    >>> layout = Layout.named("6x6+diagonal+killer:5:r1c1,r1c2")
    >>> layout.size, layout.box_shape, len(layout.houses), layout.constraints[0].kind
    (6, (2, 3), 20, 'killer')
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.constraints:
            self._check(self.constraints)

    def _check(self, constraints: Iterable[Constraint]) -> None:
        from .constraints.registry import check

        for constraint in constraints:
            check(constraint, self)

    def __repr__(self) -> str:
        if len(self.constraints) > 2:
            bare = replace(self, constraints=())
            return f"<{bare!r} with {len(self.constraints)} constraints>"
        symbols = "" if self.has_usual_symbols else f", {self.symbols!r}"
        return f"Layout.named({self.name!r}{symbols})"

    @cached_property
    def name(self) -> str:
        """A name that `Layout.named` reads, without the symbols (except 0 … size-1)."""
        return name_of(self)

    @property
    def has_usual_symbols(self) -> bool:
        """Whether the symbols are those that a name without symbols stands for."""
        return self.symbols in (SYMBOLS[: self.size], FROM_ZERO[: self.size])

    @classmethod
    def named(cls, name: str, symbols: str = "") -> Layout:
        """Return the layout of that name; for the grammar see `satdoku.layout_names`."""
        return layout_named(cls, name, symbols)  # type: ignore[arg-type, no-any-return]

    def record(self) -> LayoutRecord:
        """Return the fields of a record for this board: the name, which includes all rules, and the
        symbols unless they are standard."""
        record: LayoutRecord = {"layout": self.name}
        if not self.has_usual_symbols:
            record["symbols"] = self.symbols
        return record

    def text(self) -> str:
        """Return the name with the symbols unless they are standard, as `Layout.named` reads it:
        '4x4+killer:3:r1c1,r1c2+symbols:3412'."""
        return self.name if self.has_usual_symbols else f"{self.name}+symbols:{self.symbols}"

    def with_houses(self, *names: str) -> Layout:
        """Return the same board with extra houses by name: diagonal, window, disjoint, center, …"""
        return with_houses(self, *names)

    def with_constraints(self, *constraints: Constraint | str) -> Layout:
        """Return the board with further constraints, as values or text: "killer:13:r1c1,r1c2"."""
        more = [constraint_named(c, self.places) if isinstance(c, str) else c for c in constraints]
        if not more:
            return self
        self._check(more)
        return self.ruled((*self.constraints, *more))

    def with_clauses(
        self,
        clauses: Iterable[Iterable[int | str]],
        *,
        at_least: int = 1,
        at_most: int | None = None,
    ) -> Layout:
        """Return the board with clauses as rules: formulas, that every format and engine supports.

        clauses: literals of board variables, by number or name ("r1c1=5", "-r2c2=3"). at_least,
        at_most: how many literals of each clause hold (None: any number). Raises `LayoutError`.

        >>> Layout.named("4x4").with_clauses([["r1c1=2", "-r2c2=3"]]).name
        "4x4+formula:'r1c1 = 2 or r2c2 <> 3'"
        """
        from .constraints.user_defined.own_models import of_clause

        made = [of_clause(clause, at_least, at_most, self) for clause in clauses]
        return self.with_constraints(*made)

    def with_model(self, *models: Any) -> Layout:
        """Return the board with constraints of other libraries as rules: formulas.

        models: OR-Tools' `CpModel` or CPMpy's `Model` (from `Theory.cp_model` and `cpmpy`, whose
        own constraints are left out, or new ones with variables of the same names), or CPMpy
        expressions. Raises `LayoutError` for a constraint that a formula cannot express.
        """
        from .constraints.user_defined.own_models import formulas_of

        return self.with_constraints(*(c for model in models for c in formulas_of(model, self)))

    def must_be_regular(self, what: str) -> None:
        """Raise `LayoutError` unless this is a square with as many rows and columns as digits."""
        if not self.is_regular:
            name = self.name
            short = name if len(name) < 40 else name[:37] + "..."
            raise LayoutError(
                phrase(
                    "{what} does not yet support a board like {short}, only squares with as many "
                    "rows and columns as digits; solve, check, count, diagnose, explain and "
                    "certify do",
                    what=what,
                    short=short,
                )
            )


@overload
def as_layout(layout: Layout | str) -> Layout: ...
@overload
def as_layout(layout: Layout | str | None) -> Layout | None: ...
def as_layout(layout: Layout | str | None) -> Layout | None:
    """Return a layout given itself or by name, or None: conversion of an argument.

    Raises `LayoutError` for a name that is none, and for any other type.
    """
    if isinstance(layout, str):
        return Layout.named(layout)
    if layout is not None and not isinstance(layout, Layout):
        raise LayoutError(
            phrase("layout {layout!r}: expected a Layout or the name of one", layout=layout)
        )
    return layout
