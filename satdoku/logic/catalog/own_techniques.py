"""Techniques of the user's own: what is checked when one is loaded, and at each thing it finds.

Such a technique is used when it is named, so that commands give the same answers on every machine.
What it finds is reduced to what is news, and listed as a step only if it follows from the clauses
that it names (`search.listing`): a wrong finder ends the command and gives no wrong answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ...errors import PluginError
from ...plugins import blamed, must_be, owner_of
from ...suggest import folded
from ...theory import Theory
from ..difficulty.scales import SE
from ..position import Position
from ..view import Finding, View
from .names import ALIASES, NAMES
from .row import OwnTechnique, ScaleRow, Technique
from .rules import OWN, add

#: The range of ratings.
EASIEST, HARDEST = 1.0, 12.0


def taken(technique: Any, origin: str) -> OwnTechnique:
    """Add a technique to the tables; raise `PluginError` unless it is one, with a new name."""
    must_be(technique, OwnTechnique, f"a technique of {origin}")
    name = technique.name
    must_be(name, str, f"the name of a technique of {origin}")
    owner = owner_of("technique", name, origin)
    must_be(technique.rating, (int, float), f"the rating of {owner}")
    if not EASIEST <= technique.rating <= HARDEST:
        raise PluginError(f"{owner} is rated {technique.rating}: ratings are from 1 to 12")
    if not name.strip() or "," in name:
        raise PluginError(f"{owner} needs a name without commas")
    if name not in OWN:
        _add_name(name, owner)

    def find(view: View) -> Iterator[Finding]:
        with blamed(owner):
            for found in technique.find(view):
                news = _news(view.position, found, owner)
                if news.asserted or news.denied:
                    yield news

    def judge(*arguments: Any) -> bool:
        with blamed(owner):
            return bool(technique.judge(*arguments))

    kind = "unique" if technique.proper else "own reason"
    row = ScaleRow(name, technique.rating, "own:find", mode=0, kind=kind, asked=True)
    listed = Technique(name, technique.rating, "", proper=technique.proper, own=find)
    add(row, listed)
    own: OwnTechnique = replace(technique, find=find)
    return replace(own, judge=judge) if technique.judge else own


def _add_name(name: str, owner: str) -> None:
    """Add a new name to those of all techniques; raise `PluginError` if it is not new."""
    known = {folded(other) for other in (*NAMES, *ALIASES, *SE.names)}
    if folded(name) in known:
        raise PluginError(f"{owner} needs another name: satdoku has a technique of that name")
    NAMES.append(name)


def _news(position: Position, found: Any, owner: str) -> Finding:
    """Return what a finder found, with those of its conclusions that are not known."""
    must_be(found, Finding, owner)
    _check_numbers(position.theory, found, owner)
    asserted = tuple(filter(position.is_open, found.asserted))
    denied = tuple(filter(position.is_open, found.denied))
    reason = found.reason or f"By {owner}"
    news: Finding = replace(found, asserted=asserted, denied=denied, reason=reason)
    return news


def _check_numbers(theory: Theory, found: Finding, owner: str) -> None:
    """Raise `PluginError` if a finding names a variable or a clause that there is not."""
    variables = range(1, theory.variable_count + 1)
    for v in (*found.asserted, *found.denied):
        if v not in variables:
            raise PluginError(f"{owner} concludes about the variable {v!r}: there is none")
    clauses = range(len(theory.clauses))
    for clause in (*found.bases, *found.covers, *found.rests):
        if clause not in clauses:
            raise PluginError(f"{owner} names the clause {clause!r}: there is none")
