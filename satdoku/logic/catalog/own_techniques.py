"""Techniques of the user's own: what is checked when one is loaded, and at each thing it finds.

Such a technique is used when it is named, so that commands give the same answers on every machine.
What it finds is reduced to what is news, and listed as a step only if it follows from the clauses
that it names (`search.listing`): a wrong finder ends the command and gives no wrong answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ...errors import PluginError
from ...plugins import Table, blamed, must_be, owner_of
from ..view import Finding, View
from .row import ScaleRow, Technique
from .rules import add

#: The techniques of users that were loaded, by name.
OWN: Table[OwnTechnique] = Table("technique", "logic.catalog.own_techniques:taken")


@dataclass(frozen=True, slots=True)
class OwnTechnique:
    """A technique of your own.

    find: gets a `View` of the position and yields a `Finding` for each step. rating: as difficult
    as what. proper: whether it assumes that the puzzle has one solution. judge: optionally, whether
    a conclusion follows by the technique's definition, for `satdoku verify-steps`: a function of
    the position, a literal and the cells that the step mentions, which shares no code with `find`.
    """

    name: str
    rating: float
    find: Callable[[View], Iterable[Finding]]
    proper: bool = False
    judge: Callable[..., bool] | None = None


def taken(technique: Any, origin: str) -> OwnTechnique:
    """Add a technique to the tables; raise `PluginError` unless it is one, with a new name."""
    must_be(technique, OwnTechnique, f"a technique of {origin}")
    must_be(technique.name, str, f"the name of a technique of {origin}")
    owner = owner_of("technique", technique.name, origin)
    must_be(technique.rating, (int, float), f"the rating of {owner}")
    if not technique.name.strip() or "," in technique.name:
        raise PluginError(f"{owner} needs a name without commas")
    if not 1 <= technique.rating <= 12:
        raise PluginError(f"the rating of {owner} is {technique.rating}: it must be from 1 to 12")
    if technique.name not in OWN:
        _add_name(technique.name, owner)

    def find(view: View) -> Iterator[Finding]:
        with blamed(owner):
            for found in technique.find(view):
                news = _news(view, found, owner)
                if news.asserted or news.denied:
                    yield news

    def judge(*arguments: Any) -> bool:
        with blamed(owner):
            return bool(technique.judge(*arguments))

    kind = "unique" if technique.proper else "own reason"
    row = ScaleRow(technique.name, technique.rating, "own:find", 0, kind, asked=True)
    listed = Technique(technique.name, technique.rating, "", proper=technique.proper, own=find)
    add(row, listed)
    own: OwnTechnique = replace(technique, find=find, judge=judge if technique.judge else None)
    return own


def _add_name(name: str, owner: str) -> None:
    """Add a new name to those of all techniques; raise `PluginError` if it is not new."""
    from ...suggest import folded
    from ..difficulty.scales import SE
    from .names import ALIASES, NAMES

    if folded(name) in map(folded, (*NAMES, *ALIASES, *SE.names)):
        raise PluginError(f"{owner} needs another name: satdoku has a technique of that name")
    NAMES.append(name)


def _news(view: View, found: Any, owner: str) -> Finding:
    """Return what a finder found, with those of its conclusions that are not known."""
    must_be(found, Finding, owner)
    theory = view.theory
    limits = (
        ((*found.asserted, *found.denied), 1, theory.variable_count, "variable"),
        ((*found.bases, *found.covers, *found.rests), 0, len(theory.clauses) - 1, "clause"),
    )
    for numbers, least, most, what in limits:
        for number in numbers:
            must_be(number, int, f"{owner}, at a {what}")
            if not least <= number <= most:
                raise PluginError(f"{owner} names the {what} {number}: there is none")
    is_open = view.position.is_open
    news: Finding = replace(
        found,
        asserted=tuple(v for v in found.asserted if is_open(v)),
        denied=tuple(v for v in found.denied if is_open(v)),
        reason=found.reason or f"By {owner}",
    )
    return news
