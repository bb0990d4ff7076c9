"""The result of an audit: a value with a record, a text and a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple, TypedDict

from ...logic.catalog.rules import LABELS
from ...records import Natural, Number

#: Maximum number of rows named in the text; the record has them all.
NAMED = 5


class Pair(NamedTuple):
    """Two rows with the same puzzle. exact: equal cell by cell, not only isomorphic."""

    first: int
    second: int
    exact: bool


class SizeRecord(TypedDict):
    """A file and its number of rows."""

    file: str
    rows: Natural


class ReasonRecord(TypedDict):
    """A row, and what is wrong with it."""

    row: Number
    why: str


Two = Annotated[list[int], ("minItems", 2), ("maxItems", 2)]


class AuditRecord(TypedDict):
    """files: the files audited. against: the files that should not share puzzles with the rows.
    unreadable: rows, and why. several_solutions: rows with several solutions. no_solution: rows
    without a solution. unanswered: rows without an answer. wrong_answers: rows whose answer is
    wrong. wrong_answers_why: rows, and why. wrong_claims: rows whose column clues, label or rating
    is wrong. minimal: number of minimal puzzles. duplicates: pairs of rows with isomorphic puzzles.
    leaks: pairs of rows with isomorphic puzzles; the second is a row of a file in "against".
    grid_leaks: such pairs of different puzzles with isomorphic solutions; neighbours: such pairs
    that differ by a clue more, less, or moved, up to symmetry; null if not judged. grids_unjudged:
    number of rows on both sides without one solution, whose grids were not compared.
    boards: number of rows by board. clues: number of rows by number of givens. scale: the scale of
    the ratings; "" if none were requested. ratings: number of rows by rating. labels: number of
    rows by level."""

    files: list[SizeRecord]
    against: list[SizeRecord]
    rows: Natural
    readable: Natural
    unreadable: list[ReasonRecord]
    proper: Natural
    several_solutions: list[Number]
    no_solution: list[Number]
    unanswered: Natural
    wrong_answers: list[Number]
    wrong_answers_why: list[ReasonRecord]
    wrong_claims: list[ReasonRecord]
    minimal: Natural | None
    duplicates: list[Two]
    exact_duplicates: Natural
    leaks: list[Two]
    exact_leaks: Natural
    grid_leaks: list[Two] | None
    neighbours: list[Two] | None
    grids_unjudged: Natural
    boards: dict[str, Natural]
    clues: dict[str, Natural]
    scale: str
    ratings: dict[str, Natural]
    labels: dict[str, Natural]


@dataclass
class Found:
    """The findings for a block of rows, or for all so far.

    Rows are numbered from 1 consecutively through all files. proper: number of proper rows.
    unreadable: the reason, by row. several, none: rows with several solutions, with none.
    wrong_answers: the reason, by row. wrong_claims: by row, a stated number of clues, label or
    rating that is wrong, and the right one. groups: by row, what isomorphs that belong together
    share. unanswered: number of readable rows without an answer.
    gridless: number of rows, of `against` too, whose grids were to be compared and which have not
    one solution.
    minimal: number of minimal rows among the proper ones, None if not computed. boards, scales,
    clues, ratings, labels: number of rows per value; scales, ratings and labels are empty if not
    computed.
    """

    proper: int = 0
    minimal: int | None = 0
    unanswered: int = 0
    gridless: int = 0
    unreadable: dict[int, str] = field(default_factory=dict)
    wrong_answers: dict[int, str] = field(default_factory=dict)
    wrong_claims: dict[int, str] = field(default_factory=dict)
    groups: dict[int, Any] = field(default_factory=dict)
    several: list[int] = field(default_factory=list)
    none: list[int] = field(default_factory=list)
    boards: Counter[str] = field(default_factory=Counter)
    scales: Counter[str] = field(default_factory=Counter)
    clues: Counter[int] = field(default_factory=Counter)
    ratings: Counter[float] = field(default_factory=Counter)
    labels: Counter[str] = field(default_factory=Counter)

    def saved(self) -> dict[str, Any]:
        """Return the findings as JSON-compatible data: dicts as lists of pairs."""
        return {
            name: list(value.items()) if isinstance(value, dict) else value
            for name, value in vars(self).items()
        }

    def take(self, saved: dict[str, Any]) -> None:
        """Add the findings of a block."""
        for name, value in vars(self).items():
            if isinstance(value, Counter):
                value.update(dict(saved[name]))
            elif isinstance(value, dict):
                value.update(saved[name])
            else:  # a number or a list
                setattr(self, name, value + saved[name])

    def in_order(self) -> dict[str, Any]:
        """Return all fields, rows by number and labels by level."""
        fields = dict(vars(self))
        for name, value in fields.items():
            if isinstance(value, list):
                fields[name] = sorted(value)
            elif isinstance(value, dict) and not isinstance(value, Counter):
                fields[name] = dict(sorted(value.items()))
        known = {label: self.labels[label] for label, _ in LABELS if label in self.labels}
        return fields | {"labels": Counter(known)}


@dataclass(kw_only=True, repr=False)
class Audit(Found):
    """All findings of an audit; `files` and `against` consist of (name, number of rows).
    duplicates: (first row, later row). leaks: (row, row of `against`); grid_leaks: such pairs of
    different puzzles with the same solved grid; neighbours: with a clue more, less, or moved; both
    up to symmetry, None if not judged."""

    files: list[tuple[str, int]]
    against: list[tuple[str, int]]
    duplicates: list[Pair]
    leaks: list[Pair]
    grid_leaks: list[Pair] | None
    neighbours: list[Pair] | None

    @property
    def scale(self) -> str:
        """The scale of the ratings, "" if not computed."""
        return " and ".join(sorted(self.scales))

    @property
    def rows(self) -> int:
        """The number of rows in all files."""
        return sum(rows for _, rows in self.files)

    @property
    def is_clean(self) -> bool:
        """Whether nothing is wrong, and every level of leaks was judged for every row."""
        return self.is_faultless and not self.unjudged

    @property
    def unjudged(self) -> str:
        """What was not judged about leaks; "" if nothing."""
        if not self.against:
            return ""
        if self.neighbours is None:
            return "leaks by solved grid, neighbours"
        return f"the grids of {self.gridless:,} rows without one solution" if self.gridless else ""

    @property
    def is_faultless(self) -> bool:
        """Whether all rows are readable, proper and correctly answered, without duplicates or
        leaks of the levels that were judged."""
        return not (
            self.unreadable
            or self.several
            or self.none
            or self.wrong_answers
            or self.wrong_claims
            or self.duplicates
            or self.leaks
            or self.grid_leaks
            or self.neighbours
        )

    def record(self) -> AuditRecord:
        """Return the audit for JSON: rows by number, pairs of rows as lists of two."""
        return {
            "files": [{"file": name, "rows": rows} for name, rows in self.files],
            "against": [{"file": name, "rows": rows} for name, rows in self.against],
            "rows": self.rows,
            "readable": self.rows - len(self.unreadable),
            "unreadable": _reasons(self.unreadable),
            "proper": self.proper,
            "several_solutions": list(self.several),
            "no_solution": list(self.none),
            "unanswered": self.unanswered,
            "wrong_answers": list(self.wrong_answers),
            "wrong_answers_why": _reasons(self.wrong_answers),
            "wrong_claims": _reasons(self.wrong_claims),
            "minimal": self.minimal,
            "duplicates": [[pair.first, pair.second] for pair in self.duplicates],
            "exact_duplicates": sum(pair.exact for pair in self.duplicates),
            "leaks": [[pair.first, pair.second] for pair in self.leaks],
            "exact_leaks": sum(pair.exact for pair in self.leaks),
            "grid_leaks": _rows(self.grid_leaks),
            "neighbours": _rows(self.neighbours),
            "grids_unjudged": self.gridless,
            "boards": dict(self.boards),
            "clues": {str(n): self.clues[n] for n in sorted(self.clues)},
            "scale": self.scale,
            "ratings": {f"{n:.1f}": self.ratings[n] for n in sorted(self.ratings)},
            "labels": dict(self.labels),
        }

    def table(self) -> list[tuple[str, str, str]]:
        """Return the lines (what, how many, which rows) of the table."""
        pairs, leaks = self.duplicates, self.leaks
        lines = [
            ("rows", self.rows, ""),
            ("unreadable", len(self.unreadable), self._named(self.unreadable)),
            ("proper", self.proper, ""),
            ("several solutions", len(self.several), self._named(self.several)),
            ("no solution", len(self.none), self._named(self.none)),
            ("without an answer", self.unanswered, ""),
            ("wrong answers", len(self.wrong_answers), self._named(self.wrong_answers)),
        ]
        if self.wrong_claims:
            lines.append(("wrong claims", len(self.wrong_claims), self._named(self.wrong_claims)))
        if self.minimal is not None:
            lines.append(("minimal", self.minimal, ""))
        twins = [f"{self._place(p.second)} is {self._place(p.first)}" for p in pairs[:NAMED]]
        lines.append(("duplicates", len(pairs), _cut(twins, len(pairs))))
        if any(pair.exact for pair in pairs):
            lines.append(("  of them exact", sum(pair.exact for pair in pairs), ""))
        if self.against:
            lines.append(("leaks", len(leaks), self._leaked(leaks, "is")))
            if any(pair.exact for pair in leaks):
                lines.append(("  of them exact", sum(pair.exact for pair in leaks), ""))
            for what, some, verb in (
                ("  by solved grid", self.grid_leaks, "has the grid of"),
                ("  neighbours", self.neighbours, "is a clue away from"),
            ):
                if some is not None:
                    lines.append((what, len(some), self._leaked(some, verb)))
        return [(what, f"{number:,}", which) for what, number, which in lines]

    def distributions(self) -> list[tuple[str, list[tuple[str, int]]]]:
        """Return the distributions as (name, [(value, number of rows), …]), in order."""
        return [
            ("board", list(self.boards.items()) if len(self.boards) > 1 else []),
            ("clues", [(str(n), self.clues[n]) for n in sorted(self.clues)]),
            (
                f"rating ({self.scale})",
                [(f"{n:.1f}", self.ratings[n]) for n in sorted(self.ratings)],
            ),
            ("label", list(self.labels.items())),
        ]

    def text(self) -> str:
        """Return the findings, one per line, and the distributions."""
        lines = [" and ".join(name for name, _ in self.files)]
        if self.against:
            lines[0] += ", against " + " and ".join(name for name, _ in self.against)
        table = self.table()
        wide = max(len(number) for _, number, _ in table)
        lines += [f"{what:20}{number:>{wide}}  {which}".rstrip() for what, number, which in table]
        if self.unjudged:
            lines.append(f"not judged: {self.unjudged}")
        for what, values in self.distributions():
            if values:
                most = max(number for _, number in values)
                lines += ["", what]
                lines += [
                    f"{value:>12}  {number:>{wide},}  {'█' * round(30 * number / most)}".rstrip()
                    for value, number in values
                ]
        return "\n".join(lines)

    def __repr__(self) -> str:
        bad = f"{len(self.duplicates)} duplicates"
        if self.is_faultless:
            bad = "not all judged" if self.unjudged else "clean"
        return f"<Audit {self.rows:,} rows, {self.proper:,} proper, {bad}, {len(self.leaks)} leaks>"

    def _leaked(self, pairs: list[Pair], verb: str) -> str:
        named = [
            f"{self._place(p.first)} {verb} {self._place(p.second, self.against)}"
            for p in pairs[:NAMED]
        ]
        return _cut(named, len(pairs))

    def _place(self, row: int, files: Sequence[tuple[str, int]] | None = None) -> str:
        """Return 'row 7', with its file if there are several."""
        files = self.files if files is None else files
        if files is self.files and len(files) == 1:
            return f"row {row}"
        for name, rows in files:
            if row <= rows:
                return f"{name} row {row}"
            row -= rows
        return f"row {row}"

    def _named(self, rows: Sequence[int] | dict[int, str]) -> str:
        if isinstance(rows, dict):
            named = [f"{self._place(row)}: {why}" for row, why in list(rows.items())[:NAMED]]
            return _cut(named, len(rows), "; ")
        return _cut([self._place(row) for row in rows[:NAMED]], len(rows))


def _reasons(rows: dict[int, str]) -> list[ReasonRecord]:
    return [{"row": row, "why": why} for row, why in rows.items()]


def _rows(pairs: list[Pair] | None) -> list[list[int]] | None:
    return None if pairs is None else [[pair.first, pair.second] for pair in pairs]


def _cut(named: list[str], count: int, between: str = ", ") -> str:
    return between.join(named) + (", …" if count > len(named) else "")
