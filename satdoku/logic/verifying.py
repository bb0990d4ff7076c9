"""Verifying steps that someone else took: our JSON records, or lines of text.

A line names a conclusion ('r4c7=5', 'r1c3,r4c8<>7'), after whatever describes the step: as HoDoKu
writes it, "Naked Pair: 3,5 in r1c12 => r1c5<>3, r1c7<>5". Such a step is right if its conclusion
follows from the position at all: it names no clauses, or not in a way that is understood. A JSON
record must follow from just the clauses it names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import ParseError
from ..inference.entailment import is_entailed
from ..theory import Theory
from .position import Position
from .sentences import conclusion_text
from .step_records import clauses_by_name

CONCLUSION = re.compile(r"((?:r\d+c\d+)(?:\s*,\s*r\d+c\d+)*)\s*(<>|=|!=)\s*(\w)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Verdict:
    """On one step. number: from 1; text: its conclusion; problem: "" if it is right."""

    number: int
    text: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a step says. clauses: names of those it rests on; None where it names none."""

    asserted: tuple[int, ...]
    denied: tuple[int, ...]
    clauses: tuple[str, ...] | None = None
    assumes_proper: bool = False


def verify_steps(start: Position, claims: Iterable[Claim]) -> Iterator[Verdict]:
    """A verdict on each step; a wrong one is not taken."""
    position, theory = start.copy(), start.theory
    by_name = clauses_by_name(theory)
    solution: frozenset[int] | None = None
    for number, claim in enumerate(claims, 1):
        text = conclusion_text(theory, claim.asserted, claim.denied)
        unknown = [name for name in claim.clauses or () if name not in by_name]
        if unknown:
            yield Verdict(number, text, f"there is no clause {unknown[0]!r} on this board")
            continue
        if claim.clauses is None or claim.assumes_proper:
            if solution is None:
                solution = frozenset(_common(start))
            wrong = [v for v in claim.asserted if v not in solution]
            wrong += [
                -v for v in claim.denied if v in solution or not _can_go(position, v, solution)
            ]
        else:
            named = [by_name[name] for name in claim.clauses]
            literals = (*claim.asserted, *(-v for v in claim.denied))
            wrong = [x for x in literals if not is_entailed(theory, position.status, named, x)]
        if wrong:
            yield Verdict(number, text, _why(theory, wrong[0], claim))
            continue
        yield Verdict(number, text)
        position.take(claim.asserted, claim.denied)


def _common(start: Position) -> tuple[int, ...]:
    """What is true in every solution: all of it, where there is one."""
    common: set[int] | None = None
    for number, found in enumerate(start.completions()):
        common = set(found) if common is None else common & set(found)
        if number > 1000:
            return ()
    return tuple(common or ())


def _can_go(position: Position, variable: int, solution: frozenset[int]) -> bool:
    """No solution has the variable: another one of its cell is true in all."""
    theory = position.theory
    return any(set(theory.members[c]) & solution for c in theory.occurrences[variable])


def _why(theory: Theory, literal: int, claim: Claim) -> str:
    name = theory.variable_name(abs(literal))
    what = f"{name} cannot be concluded" if literal > 0 else f"{name} cannot be taken away"
    if claim.clauses is None or claim.assumes_proper:
        return f"{what}: a solution says otherwise"
    return f"{what}: it does not follow from {', '.join(claim.clauses)}"


def claims_of_records(records: Iterable[dict[str, Any]], theory: Theory) -> Iterator[Claim]:
    """The claims of JSON records; `ParseError` for what is no step."""
    for number, record in enumerate(records, 1):
        try:
            asserted = tuple(theory.variable(*triple) for triple in record["asserted"])
            denied = tuple(theory.variable(*triple) for triple in record["denied"])
            clauses = tuple(map(str, record["clauses"]))
            yield Claim(asserted, denied, clauses, bool(record.get("assumes_proper")))
        except (KeyError, TypeError) as error:
            raise ParseError(
                f"step {number} is no record of a step: asserted, denied and clauses are lists "
                f"({error})"
            ) from None


def claims_of_text(lines: Iterable[str], theory: Theory) -> Iterator[Claim]:
    """The claims of lines; those without a conclusion are passed over."""
    assert theory.layout
    symbols = theory.layout.symbols
    for number, line in enumerate(lines, 1):
        tail = line.split("=>")[-1]
        asserted, denied = list[int](), list[int]()
        for cells, sign, symbol in CONCLUSION.findall(_spread(tail)):
            if symbol not in symbols:
                raise ParseError(f"{symbol!r} is no digit of this board", line=number)
            for r, c in re.findall(r"r(\d+)c(\d+)", cells, re.IGNORECASE):
                variable = theory.variable(int(r), int(c), symbols.index(symbol) + 1)
                (asserted if sign == "=" else denied).append(variable)
        if asserted or denied:
            yield Claim(tuple(asserted), tuple(denied))


def _spread(text: str) -> str:
    """Groups of cells one by one: 'r12c3' is r1c3,r2c3."""

    def cells(match: re.Match[str]) -> str:
        rows, columns = match[1], match[2]
        return ",".join(f"r{r}c{c}" for r in rows for c in columns)

    return re.sub(r"r(\d+)c(\d+)", cells, text, flags=re.IGNORECASE)
