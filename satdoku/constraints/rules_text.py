"""The rules of a board in words, for readers of its picture: on sheets, in books, at the desk.

The mark comes first. Numbers are given where the picture does not show them.

>>> from satdoku.layout import Layout
>>> layout = Layout.named("9x9+difference:r1c1,r1c2+thermometer:r3c1-r3c4")
>>> print(*rules_of(layout), sep="\\n")
Kropki: White dot: the two digits differ by 1. Not all dots are given.
Along a thermometer digits increase from the bulb.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..geometry import House
from ..grouping import grouped
from ..languages import Translate
from ..layout_data import LayoutData
from . import wording
from .constraint import Constraint
from .geometry import is_diagonal
from .kind_table import Kind, kind_named
from .styles import NOTE, Along, Note, Outline, Shade, Style

#: Different rules of a kind that a text lists one by one at most.
MOST_SENTENCES = 12
#: The kinds of houses of every board, and extra ones if not "a" and their kind.
USUAL = ("row", "column", "box")
HOUSES = {
    "house": "an extra house", "disjoint": "a disjoint group", "center": "the middle of the boxes",
}  # fmt: skip
#: Marks that a setter may leave out: the numbers that a rule says need a mark, by its kind.
ALL_MARKED: dict[str, dict[str, tuple[int, ...]]] = {
    "difference": {"no-other-dots": (1,), "no-other-difference": ()},
    "ratio": {"no-other-dots": (2,), "no-other-ratio": ()},
    "pair-sum": {"no-other-xv": (5, 10)},
}  # fmt: skip
#: Kinds with marks of one sort.
MARKED = (("difference", "ratio"), ("pair-sum",))
#: Headings that depend on the number.
TITLES = {"whisper": {4: "Dutch whisper", 5: "German whisper"}, "pair-sum": {5: "XV", 10: "XV"}}


def rules_of(layout: LayoutData, translate: Translate = str) -> list[str]:
    """Return the rules beyond rows, columns and boxes: a text for each extra house and kind, the
    mark first, with the numbers that the picture does not show."""
    houses = dict.fromkeys(_house_name(house, layout) for house in layout.houses)
    texts = [translate(f"No digit repeats in {house}.") for house in houses if house]
    by_kind = _by_kind(layout)
    for title, kinds in headings_of(layout).items():
        sentences = [
            said for kind in kinds for said in _sentences(kind, by_kind[kind], layout, translate)
        ]
        if not_marked := _not_all({kind.name for kind in kinds}, layout):
            sentences.append(translate(f"not all {not_marked} are given"))
        texts.append(_headed(title, sentences, translate))
    return texts


def headings_of(layout: LayoutData) -> dict[str, list[Kind]]:
    """Return the headings of the rules in `rules_of`, with the kinds below each."""
    kinds = _by_kind(layout).items()
    return grouped((_title(kind, alike, layout), kind) for kind, alike in kinds)


def note_of(constraint: Constraint, layout: LayoutData) -> str:
    """Return the text of one rule, for a board that does not draw it."""
    title = _title(kind_named(constraint.kind), [constraint], layout)
    return _headed(title, [wording.fact(constraint, layout)])


def _headed(title: str, sentences: Sequence[str], translate: Translate = str) -> str:
    """Return the sentences under their title, if they do not mention it."""
    ended = translate("{sentence}.")
    said = translate(" ").join(ended.format(sentence=_capital(one)) for one in sentences)
    title = translate(title)
    return said if title.lower() in said.lower() else f"{title}: {said}"


def untold(layout: LayoutData) -> list[str]:
    """Return the kinds of rules of which neither `rules_of` nor the picture says all: with more
    different rules than are listed one by one, or with a text or numbers that are left out."""
    return [
        kind.name
        for kind, alike in _by_kind(layout).items()
        if any(
            c.kind == "automaton" or (len(c.values) > wording.MOST_NAMED and not shows_numbers(c))
            for c in alike
        )
        or (
            len(alike) > MOST_SENTENCES
            and _sentences(kind, alike, layout) == [wording.definition(kind)]
        )
    ]


def style_of(constraint: Constraint) -> Style:
    """Return how a constraint is drawn: as a note if it names no cells."""
    return kind_named(constraint.kind).draws if constraint.cells else NOTE


def shows_numbers(constraint: Constraint) -> bool:
    """Return whether the drawing of a constraint shows all of its numbers."""
    numbers = len(constraint.values)
    match style_of(constraint):
        case Along(ring=True):
            return constraint.values in ((), (1,))
        case Outline(text=text) | Along(text=text) | Shade(text=text):
            return numbers == 0 or "{}" in text or ("{0}" in text and numbers == 1)
        case Note():
            return False
    return True


def _by_kind(layout: LayoutData) -> dict[Kind, list[Constraint]]:
    return grouped((kind_named(c.kind), c) for c in layout.constraints)


def _house_name(house: House, layout: LayoutData) -> str:
    """Return 'a diagonal' for an extra house, "" for a usual one."""
    if house.kind in USUAL:
        return ""
    return "a diagonal" if is_diagonal(house, layout) else HOUSES.get(house.kind, f"a {house.kind}")


def _title(kind: Kind, alike: Sequence[Constraint], layout: LayoutData) -> str:
    named = TITLES.get(kind.name, {})
    titles = {named.get(n, "") for c in alike for n in wording.values_of(c, layout) if named}
    usual = kind.title or _capital(kind.name.replace("-", " "))
    return (titles.pop() or usual) if len(titles) == 1 else usual


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


#: What is said of rules that are alike: the sentence by its mark, and its numbers, if the text has
#: to give them.
Group = tuple[str, tuple[int, ...], str]


def _groups(
    kind: Kind, alike: Sequence[Constraint], layout: LayoutData
) -> dict[Group, list[Constraint]]:
    """Return the rules of a kind by what tells them apart beside the picture."""
    unlike = len({wording.values_of(c, layout) for c in alike}) > 1

    def group_of(c: Constraint) -> Group:
        shown = unlike and shows_numbers(c) and not wording.is_marked_by_number(c, layout)
        own = () if shown else wording.values_of(c, layout)
        return wording.mark_of(c, layout), own, c.text

    return grouped((group_of(c), c) for c in alike)


def _sentences(
    kind: Kind, alike: Sequence[Constraint], layout: LayoutData, translate: Translate = str
) -> list[str]:
    """Return what rules of a kind say: of a mark if the picture shows the rest, else of each."""
    if isinstance(style_of(alike[0]), Note) or (len(alike) > 1 and _is_of_many(kind)):
        facts = list(dict.fromkeys(wording.fact(c, layout, translate) for c in alike))
        return facts if len(facts) <= MOST_SENTENCES else [translate(wording.definition(kind))]
    groups = _groups(kind, alike, layout)
    if len(groups) > MOST_SENTENCES:
        return [translate(wording.definition(kind))]
    several = len(groups) > 1
    return [_ofmark_of(kind, *one, layout, several, translate) for one in groups.items()]


def _is_of_many(kind: Kind) -> bool:
    """Whether the picture does not show which cells belong to the same rule of this kind."""
    if isinstance(kind.draws, Shade):
        return "{each}" not in kind.sentence
    return isinstance(kind.draws, Outline) and bool(kind.draws.groups)


def _ofmark_of(
    kind: Kind,
    group: Group,
    some: Sequence[Constraint],
    layout: LayoutData,
    several: bool,
    translate: Translate,
) -> str:
    """Return what a mark says, with the places of its rules if only they tell these from the other
    groups, or if the picture does not show in which order cells are read as a number."""
    mark, numbers, _ = group
    if kind.name == "sum" and len(numbers) > 1:
        return "; ".join(wording.fact(c, layout) for c in some)
    is_ordered = isinstance(kind.draws, Along) and kind.draws.ring
    tells = all(map(shows_numbers, some)) and not some[0].text
    where = (
        ""
        if tells or not (several or is_ordered)
        else (f" ({', '.join(wording.place_text(c, layout) for c in some)})")
    )
    said = kind.sentence if where else kind.seen or kind.sentence
    fills = {"{where}": where}
    if not numbers and any(c.values for c in some):
        known = "" if all(c.values for c in some) else ", if there is one"
        said = wording.IF_UNKNOWN.sub(known, said)
        fills |= {"{0}": translate("the number shown"), "{}": translate("the digits shown")}
    if "{at}" in said:
        said = f"{mark}{{where}}: {said.replace('{at}', '')}"
    it = f"{'an' if mark[0] in 'aeiou' else 'a'} {mark}{{where}}" if mark else "the cells{where}"
    said = said.replace("{it}", it).replace("{each}", it)
    return wording.numbered(said, some[0], layout, translate, fills)


def _not_all(kinds: set[str], layout: LayoutData) -> str:
    """Return which marks may be missing where they would fit: 'white dots'."""
    marks = next((group for group in MARKED if kinds & {*group}), ())
    loose = {}
    for kind in marks:
        given = [c for c in layout.constraints if c.kind == kind] or [Constraint(kind)]
        numbers = {n for c in given for n in wording.values_of(c, layout)}
        needed = ALL_MARKED[kind]
        marked = {
            n
            for c in layout.constraints
            if c.kind in needed
            for n in needed[c.kind] or wording.values_of(c, layout)
        }
        if not numbers <= marked:
            loose[kind] = numbers
    if "pair-sum" in loose:
        return "Xs and Vs" if loose["pair-sum"] <= {5, 10} else "sums"
    return "dots" if len(loose) == 2 else "".join(f"{kind_named(k).mark}s" for k in loose)
