"""Techniques of the user's own: what is checked when one is loaded, and at each thing it finds.

Such a technique is used when it is named, so that commands give the same answers on every machine.
What it finds is reduced to what is news, and listed as a step only if it follows from the clauses
that it names (`search.listing`): a wrong finder ends the command and gives no wrong answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ...plugins import Fault, blamed, guarded, must_be, owner_of
from ...suggest import folded
from ...theory import Theory
from ..difficulty.scales import EXPLAINED
from ..view import Finding, View
from .names import ALIASES, NAMES
from .row import OwnTechnique, ScaleRow, Technique
from .rules import OWN, add

#: The range of ratings.
EASIEST, HARDEST = 1.0, 12.0


def taken(technique: Any, origin: str) -> OwnTechnique:
    """Add a technique to the tables; raise `Fault` unless it is one, with a new name."""
    must_be(technique, OwnTechnique)
    name = technique.name
    rating = technique.rating
    must_be(name, str)
    must_be(rating, int, float)
    if not EASIEST <= rating <= HARDEST:
        raise Fault(f"it is rated {rating}, but ratings are from 1 to 12")
    if not name.strip() or not name.isprintable() or "," in name:
        raise Fault("it needs a name of one line without commas")
    if name not in OWN:
        known = {folded(other) for other in (*NAMES, *ALIASES, *EXPLAINED)}
        if folded(name) in known:
            raise Fault("it needs another name: satdoku has a technique of that name")
        NAMES.append(name)
    owner = owner_of("technique", name, origin)

    def find(view: View) -> Iterator[Finding]:
        with blamed(owner):
            for found in technique.find(view):
                news = _news(view, found)
                if news.asserted or news.denied:
                    yield news

    kind = "unique" if technique.proper else "own reason"
    row = ScaleRow(name, rating, "own:find", mode=0, kind=kind, asked=True)
    add(row, Technique(name, rating, "", proper=technique.proper, own=find))
    own: OwnTechnique = replace(technique, find=find)
    return replace(own, judge=guarded(owner, technique.judge)) if technique.judge else own


def _news(view: View, found: Any) -> Finding:
    """Return what a finder found, with those of its conclusions that are not known."""
    must_be(found, Finding)
    _check_numbers(view.theory, found)
    asserted = tuple(filter(view.position.is_open, found.asserted))
    denied = tuple(filter(view.position.is_open, found.denied))
    reason = found.reason or "It gives no reason"
    news: Finding = replace(found, asserted=asserted, denied=denied, reason=reason)
    return news


def _check_numbers(theory: Theory, found: Finding) -> None:
    """Raise `Fault` if a finding names a variable or a clause that there is not."""
    variables = theory.variable_range
    for v in (*found.asserted, *found.denied):
        if v not in variables:
            raise Fault(f"it concludes about the variable {v!r}: there is none")
    clauses = range(len(theory.clauses))
    for clause in (*found.bases, *found.covers, *found.rests):
        if clause not in clauses:
            raise Fault(f"it names the clause {clause!r}: there is none")
