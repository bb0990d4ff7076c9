"""The result of an audit: a value with a record, a text and a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Annotated, Any, NamedTuple

from ...logic.catalog.rules import LABELS
from ...phrases import Name, Numeral, Padded, SideBySide, in_lines, joined, phrase, verbatim
from ...record_types import Natural, Number, Record, TypedDict

#: Maximum number of rows named in the text; the record has them all.
NAMED = 5
#: What two rows have in common.
SAME = "{row} is {other}"
GRID = "{row} has the grid of {other}"
NEAR = "{row} is a clue away from {other}"
#: What is wrong with rows, by number; numbers of rows by name.
Reasons = dict[int, str]
Counts = list[tuple[str, int]]
#: A line of the table: what, how many, which rows.
Line = tuple[str, int, str]


class Pair(NamedTuple):
    """Two rows with the same puzzle. exact: equal cell by cell, not only isomorphic."""

    first: int
    second: int
    exact: bool


Pairs = list[Pair]


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
    the ratings; "" if none were requested. ratings: number of rows by rating ("~11.7": an
    estimate). labels: number of rows by level."""

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
class Findings:
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
    unreadable: Reasons = field(default_factory=dict)
    wrong_answers: Reasons = field(default_factory=dict)
    wrong_claims: Reasons = field(default_factory=dict)
    groups: dict[int, Any] = field(default_factory=dict)
    several: list[int] = field(default_factory=list)
    none: list[int] = field(default_factory=list)
    boards: Counter[str] = field(default_factory=Counter)
    scales: Counter[str] = field(default_factory=Counter)
    clues: Counter[int] = field(default_factory=Counter)
    ratings: Counter[str] = field(default_factory=Counter)
    labels: Counter[str] = field(default_factory=Counter)

    def saved(self) -> Record:
        """Return the findings as JSON-compatible data: dicts as lists of pairs."""
        fields = dict(vars(self))
        for name, value in fields.items():
            if isinstance(value, dict):
                fields[name] = list(value.items())
        return fields

    def take(self, saved: Record) -> None:
        """Add the findings of a block."""
        for name, value in vars(self).items():
            if isinstance(value, Counter):
                value.update(dict(saved[name]))
            elif isinstance(value, dict):
                value.update(saved[name])
            else:  # a number or a list
                setattr(self, name, value + saved[name])

    def in_order(self) -> Record:
        """Return all fields, rows by number and labels by level."""
        fields = dict(vars(self))
        for name, value in fields.items():
            if isinstance(value, list):
                fields[name] = sorted(value)
            elif isinstance(value, dict) and not isinstance(value, Counter):
                fields[name] = dict(sorted(value.items()))
        known = {label: self.labels[label] for label, _ in LABELS if label in self.labels}
        fields["labels"] = Counter(known)
        return fields


@dataclass(kw_only=True, repr=False)
class Audit(Findings):
    """All findings of an audit; `files` and `against` consist of (name, number of rows).
    duplicates: (first row, later row). leaks: (row, row of `against`); grid_leaks: such pairs of
    different puzzles with the same solved grid; neighbours: with a clue more, less, or moved; both
    up to symmetry, None if not judged.

    >>> import satdoku
    >>> audit = satdoku.audit([{"puzzle": "..1..23..4......"}, {"puzzle": "4..1..23........"}])
    >>> audit.duplicates, audit.files
    ([], [('rows in memory', 2)])
    """

    files: Counts
    against: Counts
    duplicates: Pairs
    leaks: Pairs
    grid_leaks: Pairs | None
    neighbours: Pairs | None

    @property
    def scale(self) -> str:
        """The scale of the ratings, "" if not computed."""
        return " and ".join(sorted(self.scales))

    @property
    def title(self) -> str:
        """The names of the files."""
        names = _named(self.files)
        if not self.against:
            return names
        return phrase("{files}, against {others}", files=names, others=_named(self.against))

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
        if self.gridless:
            return phrase("the grids of {number:,} rows without one solution", number=self.gridless)
        return ""

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
        return AuditRecord(
            files=_sizes(self.files),
            against=_sizes(self.against),
            rows=self.rows,
            readable=self.rows - len(self.unreadable),
            unreadable=_reasons(self.unreadable),
            proper=self.proper,
            several_solutions=list(self.several),
            no_solution=list(self.none),
            unanswered=self.unanswered,
            wrong_answers=list(self.wrong_answers),
            wrong_answers_why=_reasons(self.wrong_answers),
            wrong_claims=_reasons(self.wrong_claims),
            minimal=self.minimal,
            duplicates=_rows(self.duplicates),
            exact_duplicates=_exact(self.duplicates),
            leaks=_rows(self.leaks),
            exact_leaks=_exact(self.leaks),
            grid_leaks=_rows_if_judged(self.grid_leaks),
            neighbours=_rows_if_judged(self.neighbours),
            grids_unjudged=self.gridless,
            boards=dict(self.boards),
            clues=self._by_clues(),
            scale=self.scale,
            ratings=self._by_rating(),
            labels=dict(self.labels),
        )

    def table(self) -> list[tuple[str, str, str]]:
        """Return the lines (what, how many, which rows) of the table."""
        lines = [
            ("rows", self.rows, ""),
            self._with_reasons("unreadable", self.unreadable),
            ("proper", self.proper, ""),
            self._with_rows("several solutions", self.several),
            self._with_rows("no solution", self.none),
            ("without an answer", self.unanswered, ""),
            self._with_reasons("wrong answers", self.wrong_answers),
        ]
        if self.wrong_claims:
            lines.append(self._with_reasons("wrong claims", self.wrong_claims))
        if self.minimal is not None:
            lines.append(("minimal", self.minimal, ""))
        lines.append(("duplicates", len(self.duplicates), self._twins()))
        lines += _of_them_exact(self.duplicates)
        if self.against:
            lines += self._leaked("leaks", self.leaks, SAME)
            lines += _of_them_exact(self.leaks)
            lines += self._leaked("  by solved grid", self.grid_leaks, GRID)
            lines += self._leaked("  neighbours", self.neighbours, NEAR)
        return [(what, Numeral(number), which) for what, number, which in lines]

    def distributions(self) -> list[tuple[str, Counts]]:
        """Return the distributions as (name, [(value, number of rows), …]), in order."""
        boards = self.boards if len(self.boards) > 1 else {}
        by_value: dict[str, dict[str, int]] = {
            "board": boards,
            "clues": self._by_clues(),
            phrase("rating ({scale!s})", scale=self.scale): self._by_rating(),
            "label": self.labels,
        }
        return [(name, list(counts.items())) for name, counts in by_value.items()]

    def _by_clues(self) -> dict[str, int]:
        return {str(number): self.clues[number] for number in sorted(self.clues)}

    def _by_rating(self) -> dict[str, int]:
        by_number = sorted(self.ratings, key=lambda rating: float(rating.removeprefix("~")))
        return {rating: self.ratings[rating] for rating in by_number}

    def text(self) -> str:
        """Return the findings, one per line, and the distributions."""
        lines = [self.title]
        table = self.table()
        wide = max(len(number) for _, number, _ in table)
        for what, number, which in table:
            indent = " " * (len(what) - len(what.lstrip()))
            named = Padded(what.lstrip(), len(indent) - 20)
            more = ("  ", which) if which else ()
            lines.append(SideBySide(indent, named, Padded(number, wide), *more))
        if self.unjudged:
            lines.append(phrase("not judged: {what}", what=self.unjudged))
        for what, values in self.distributions():
            if not values:
                continue
            lines += ["", what]
            most = max(number for _, number in values)
            for value, count in values:
                bar = "█" * round(30 * count / most)
                cells = (Padded(Name(value), 12), "  ", Padded(Numeral(count), wide))
                lines.append(SideBySide(*cells, f"  {bar}" if bar else ""))
        return in_lines(lines)

    def __repr__(self) -> str:
        bad = f"{len(self.duplicates)} duplicates"
        if self.is_faultless:
            bad = "not all judged" if self.unjudged else "clean"
        return f"<Audit {self.rows:,} rows, {self.proper:,} proper, {bad}, {len(self.leaks)} leaks>"

    def _twins(self) -> str:
        named = []
        for pair in self.duplicates[:NAMED]:
            one, other = self._place(pair.second), self._place(pair.first)
            named.append(phrase(SAME, row=one, other=other))
        return _cut(named, len(self.duplicates))

    def _leaked(self, what: str, pairs: Pairs | None, template: str) -> list[Line]:
        """Return the line about a level of leaks; none if it was not judged."""
        if pairs is None:
            return []
        named = []
        for pair in pairs[:NAMED]:
            theirs = _place_in(self.against, pair.second)
            named.append(phrase(template, row=self._place(pair.first), other=theirs))
        number = len(pairs)
        return [(what, number, _cut(named, number))]

    def _place(self, row: int) -> str:
        """Return 'row 7', with its file if there are several."""
        if len(self.files) == 1:
            return phrase("row {number}", number=row)
        return _place_in(self.files, row)

    def _with_rows(self, what: str, rows: Sequence[int]) -> Line:
        number = len(rows)
        named = [self._place(row) for row in rows[:NAMED]]
        return what, number, _cut(named, number)

    def _with_reasons(self, what: str, rows: Reasons) -> Line:
        number = len(rows)
        named = []
        for row, why in islice(rows.items(), NAMED):
            named.append(phrase("{where}: {problem}", where=self._place(row), problem=why))
        return what, number, _cut(named, number, "{one}; {next}")


def _place_in(files: Counts, row: int) -> str:
    """Return 'puzzles.csv row 7' for a row that is counted on through the files."""
    for name, rows in files:
        if row <= rows:
            return phrase("{name!s} row {number}", name=name, number=row)
        row -= rows
    return phrase("row {number}", number=row)


def _named(files: Counts) -> str:
    """Return the names of files as a list in words."""
    return joined([verbatim(name) for name, _ in files], "{one} and {next}")


def _sizes(files: Counts) -> list[SizeRecord]:
    return [{"file": name, "rows": rows} for name, rows in files]


def _reasons(rows: Reasons) -> list[ReasonRecord]:
    return [{"row": row, "why": why} for row, why in rows.items()]


def _rows(pairs: Pairs) -> list[list[int]]:
    return [[pair.first, pair.second] for pair in pairs]


def _rows_if_judged(pairs: Pairs | None) -> list[list[int]] | None:
    return None if pairs is None else _rows(pairs)


def _exact(pairs: Pairs) -> int:
    return sum(pair.exact for pair in pairs)


def _of_them_exact(pairs: Pairs) -> list[Line]:
    """Return a line about the pairs that are equal cell by cell, if there are any."""
    exact = _exact(pairs)
    return [("  of them exact", exact, "")] if exact else []


def _cut(named: Sequence[str], count: int, between: str = "{one}, {next}") -> str:
    text = joined(named, between)
    return phrase("{named}, …", named=text) if count > len(named) else text
