"""Judging a name: whether a conclusion follows at a position by the technique named.

One table of names, as people and other programs write them, with the judge of each.

Source: docs/logic.md and the usual definitions (Sudopedia, HoDoKu).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache, partial

from ...constraints.registry import KINDS
from ...suggest import folded
from ...theory import Theory
from ..catalog.names import ALIASES
from ..catalog.rules import by_name
from ..position import Position
from ..search.listing import steps_at
from ..step_text.rule_sentences import called
from ..step_text.sums import by_sum
from ..techniques.arguments import NAMES_TOGETHER
from ..techniques.fish.general_fish import NAMES as FISH
from . import almost_locked, cell_sets, chains, covers, fish, forcing, patterns, uniqueness
from .base import LINES, Judge, Places


def judge_of(name: str) -> Judge | None:
    """Return the judge of a technique by name; None for an unknown name."""
    house = re.fullmatch(r"hidden single in (?:an? )?(\w+)", name.strip(), re.IGNORECASE)
    if house and house[1] != "line":
        return partial(covers.single, kinds=({"block": "box"}.get(house[1], house[1].lower()),))
    aliases = {folded(alias): known for alias, known in ALIASES.items()}
    known = folded(name)
    if judge := _judges().get(known) or _judges().get(folded(aliases.get(known, ""))):
        return judge
    by_folded = {folded(row): row for row in by_name()}
    listed = by_folded.get(known) or aliases.get(known, "")
    return partial(_listed, name=listed) if listed in by_name() else None


def _listed(position: Position, literal: int, _: Places, name: str) -> bool:
    """Return whether a step of the technique gives the literal. This is used for techniques without
    a judge of their own: their steps come from the finder and are checked by entailment or by the
    solution."""
    return literal in _concluded(position.theory, bytes(position.status), position.given, name)


@lru_cache(maxsize=512)
def _concluded(
    theory: Theory, status: bytes, given: frozenset[int] | None, name: str
) -> frozenset[int]:
    """Return the literals that the steps of a technique conclude at a position."""
    steps = list(steps_at(Position(theory, status, given), name))
    denied = (-v for step in steps for v in step.denied)
    return frozenset([*(v for step in steps for v in step.asserted), *denied])


@lru_cache(maxsize=1)
def _judges() -> dict[str, Judge]:
    pointing = partial(covers.locked, from_lines=False)
    claiming = partial(covers.locked, from_lines=True)
    sky = _either_of(("row", "row"), ("column", "column"))
    by_names: dict[str, Judge] = {
        "last digit, full house": covers.last_digit,
        "hidden single, hidden single in a line": covers.single,
        "naked single": partial(covers.single, kinds=("cell",)),
        "single": covers.any_single,
        "pointing, locked candidates type 1 (pointing), pointing pair, pointing triple": pointing,
        "claiming, locked candidates type 2 (claiming), box/line reduction": claiming,
        "locked candidates, intersection": covers.locked,
        "direct pointing": partial(covers.direct, judge=pointing),
        "direct claiming": partial(covers.direct, judge=claiming),
        "direct hidden pair": partial(covers.direct, judge=covers.hidden),
        "direct hidden triple": partial(covers.direct, judge=partial(covers.hidden, size=3)),
        "naked pair, locked pair": covers.naked,
        "naked triple, locked triple": partial(covers.naked, size=3),
        "naked quad, naked quadruple": partial(covers.naked, size=4),
        "hidden pair": covers.hidden,
        "hidden triple": partial(covers.hidden, size=3),
        "hidden quad, hidden quadruple": partial(covers.hidden, size=4),
        **dict(_fish()),
        "XY-wing, Y-wing": covers.wing,
        "XYZ-wing": partial(covers.wing, size=3),
        "W-wing": covers.w_wing,
        "M-wing, S-wing, L-wing, H-wing": chains.chain,
        "templates, template set, template delete": patterns.templates,
        "broken wing": patterns.broken_wing,
        "ALS-XZ, almost locked set XZ-rule": almost_locked.als_xz,
        "ALS-XY-wing": almost_locked.als_chain,
        "ALS chain": partial(almost_locked.als_chain, most=26),
        "death blossom": almost_locked.blossom,
        "grouped AIC with almost locked sets, "
        "grouped discontinuous nice loop with almost locked sets, "
        "grouped continuous nice loop with almost locked sets": partial(
            almost_locked.grouped, by_sets=True
        ),
        "Sue de Coq": cell_sets.sue_de_coq,
        "WXYZ-wing": cell_sets.bent,
        "VWXYZ-wing": partial(cell_sets.bent, size=5),
        "SK loop": cell_sets.sk_loop,
        "multi-sector locked sets": cell_sets.sectors,
        "set equivalence": cell_sets.equivalence,
        "bivalue oddagon": patterns.oddagon,
        "avoidable rectangle": uniqueness.avoidable,
        "avoidable rectangle type 1": partial(uniqueness.avoidable, found=3),
        "avoidable rectangle type 2": partial(uniqueness.avoidable, found=2),
        "extended rectangle": uniqueness.extended,
        **{
            f"kraken {name} type {kind}": partial(fish.kraken, sizes=sizes, kind=kind)
            for name, sizes in (
                ("X-wing", (2,)),
                ("swordfish", (3,)),
                ("jellyfish", (4,)),
                ("fish", (2, 3, 4)),
            )
            for kind in (1, 2)
        },
        "Tridagon": patterns.tridagon,
        "fireworks": patterns.fireworks,
        "junior exocet": patterns.exocet,
        "double exocet": patterns.double_exocet,
        "skyscraper": sky,
        "two-string kite, 2-string kite, dual two-string kite": partial(
            chains.two_strong, kinds=LINES
        ),
        "turbot fish": chains.two_strong,
        "dual empty rectangle": chains.dual_empty_rectangle,
        "X-chain": partial(chains.chain, one_digit=True),
        "XY-chain": partial(chains.chain, cells_only=True),
        "chain, AIC, alternating inference chain, continuous loop, continuous nice loop, "
        "discontinuous nice loop, nice loop, remote pair": chains.chain,
        "forcing chain": partial(chains.chain, any_end=True),
        "cell forcing chain": partial(forcing.forced, form="cell forcing chain"),
        "region forcing chain": partial(forcing.forced, form="region forcing chain"),
        "grouped X-chain, empty rectangle, single-digit refutation": chains.of_one_digit,
        "grouped chain, grouped AIC, grouped continuous nice loop, "
        "grouped discontinuous nice loop": almost_locked.grouped,
        "refutation, nishio, forcing net": chains.refutation,
        "refutation with locked candidates, nested refutation": chains.nested,
        "ALS-W-wing": almost_locked.als_w_wing,
        "unique loop": uniqueness.unique_loop,
        "BUG, BUG+1, BUG+n": uniqueness.bug,
    }
    by_names |= dict(forcing.judges())
    by_names |= dict(_rectangles())
    by_names["rule of 45, rule of 45 with several cells, innies and outies"] = by_sum
    by_names["rule with few ways, rule with many ways"] = covers.of_rule
    by_names |= {called(kind): partial(covers.of_rule, kind=kind) for kind in KINDS}
    rows = ("two rules together", "three rules together")
    judges = tuple(partial(_listed, name=name) for name in rows)
    by_names[", ".join(NAMES_TOGETHER)] = partial(chains.either, judges=judges)
    return {folded(name): judge for names, judge in by_names.items() for name in names.split(", ")}


def _fish() -> Iterator[tuple[str, Judge]]:
    """Yield the judges of fish without and with fins, by size and shape."""
    for shape in ("basic", "Franken", "mutant"):
        called = "" if shape == "basic" else f"{shape} "
        for fins in ("", "finned", "sashimi"):
            judge = partial(fish.fish, shape=shape, fins=fins)
            yield f"{fins} {called}fish".strip(), judge
            for size, name in FISH.items():
                yield f"{fins} {called}{name}".strip(), partial(judge, sizes=(size,))
        yield f"siamese {called}fish", partial(fish.siamese, shape=shape)
    judges = tuple(partial(fish.fish, shape=shape) for shape in ("Franken", "mutant"))
    yield "general cover", partial(chains.either, judges=judges)


def _rectangles() -> Iterator[tuple[str, Judge]]:
    """Yield the judges of unique rectangles, complete and incomplete, by type."""
    for lacking in ("", "incomplete "):
        for t in range(1, 7):
            name = f"{lacking}unique rectangle type {t}"
            yield name, partial(uniqueness.rectangle, kind=f"{t} {lacking}".strip())
        hidden = partial(uniqueness.rectangle, kind=f"hidden {lacking}".strip())
        yield f"{lacking}hidden rectangle", hidden
    yield "unique rectangle", uniqueness.rectangle
    yield "incomplete rectangle", partial(uniqueness.rectangle, kind=" incomplete")


def _either_of(*kinds: tuple[str, str]) -> Judge:
    return partial(chains.either, judges=tuple(partial(chains.two_strong, kinds=k) for k in kinds))
