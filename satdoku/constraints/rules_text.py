"""The rules of a board in words, for readers of its picture: on sheets, in books, at the desk.

The mark comes first. Numbers are given where the picture does not show them.

>>> from satdoku.layout import Layout
>>> layout = Layout.named("9x9+difference:r1c1,r1c2+thermometer:r3c1-r3c4")
>>> print(*rules_of(layout), sep="\\n")
Kropki: White dot: the two digits differ by 1. Not all dots are given.
Along a thermometer digits increase from the bulb.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..errors import LayoutError
from ..geometry import House
from ..grouping import grouped
from ..layout_data import LayoutData
from ..phrases import Translate, capital, told
from ..plurals import an
from . import wording
from .constraint import Constraint
from .drawings import is_whole, rule_drawings, style_of
from .geometry import is_diagonal
from .kind_table import Kind, kind_named
from .styles import Along, Note, Outline, Shade

#: Different rules of a kind that a text lists one by one at most.
MOST_SENTENCES = 24
#: The kinds of houses of every board, and extra ones if not "a" and their kind.
USUAL = ("row", "column", "box")
HOUSES = {
    "house": "an extra house",
    "disjoint": "a disjoint group",
    "center": "the middle of the boxes",
}
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


def rules_of(layout: LayoutData, translate: Translate = wording.as_written) -> list[str]:
    """Return the rules beyond rows, columns and boxes: a text for each extra house and kind, the
    mark first, with the numbers that the picture does not show.

    Raises `LayoutError` for what is no layout, such as the name of one.

    >>> import satdoku
    >>> layout = satdoku.Layout.named("4x4+diagonal+killer:5:r1c1,r1c2")
    >>> print(*satdoku.rules_of(layout), sep="; ")  # doctest: +ELLIPSIS
    No digit repeats in a diagonal.; Killer: The digits in a dashed cage are different and add ...
    """
    if not isinstance(layout, LayoutData):
        raise LayoutError(f"{layout!r:.40} is not a Layout: Layout.named(NAME) makes one of a name")
    houses = dict.fromkeys(_house_name(house, layout) for house in layout.houses)
    texts = [translate(f"No digit repeats in {house}.") for house in houses if house]
    by_kind = _by_kind(layout)
    for title, kinds in headings_of(layout).items():
        sentences = []
        for kind in kinds:
            sentences += _sentences(kind, by_kind[kind], layout, translate)
        not_marked = _not_all({kind.name for kind in kinds}, layout)
        if not_marked:
            sentences.append(translate(f"not all {not_marked} are given"))
        texts.append(_headed(title, sentences, translate))
    return texts


def rules_with_cells(layout: LayoutData, name: str) -> list[str]:
    """Return the rules of `rules_of` and, for a reader without a picture, where they are. name: the
    layout's.

    >>> import satdoku
    >>> layout = satdoku.Layout.named("4x4+killer:5:r1c1,r1c2")
    >>> rules_with_cells(layout, layout.name)[1:]
    ['Rules and their cells: killer:5:r1c1,r1c2.']
    """
    told = rules_of(layout)
    _, *places = name.split("+")
    if places:
        named = "; ".join(places)
        told.append(f"Rules and their cells: {named}.")
    return told


def headings_of(layout: LayoutData) -> dict[str, list[Kind]]:
    """Return the headings of the rules in `rules_of`, with the kinds below each."""
    kinds = _by_kind(layout).items()
    return grouped((_title(kind, alike, layout), kind) for kind, alike in kinds)


def note_of(
    constraint: Constraint, layout: LayoutData, translate: Translate = wording.as_written
) -> str:
    """Return the text of one rule, for a board that does not draw it."""
    title = _title(kind_named(constraint.kind), [constraint], layout)
    return _headed(title, [wording.fact(constraint, layout, translate)], translate)


def _headed(title: str, sentences: Sequence[str], translate: Translate = wording.as_written) -> str:
    """Return the sentences under their title, if they do not mention it."""
    ended = translate("{sentence}.")
    said = translate(" ").join(ended.format(sentence=capital(one)) for one in sentences)
    title = translate(title)
    if title.lower() in said.lower():
        return said
    return translate("{name}: {text}").format(name=title, text=said)


def untold(layout: LayoutData) -> list[str]:
    """Return the kinds of rules of which neither `rules_of` nor the picture says all: with more
    different rules than are listed one by one, or with a text or numbers that are left out."""
    found = []
    told = {one.constraint for one in rule_drawings(layout) if isinstance(one.style, Note)}
    for kind, alike in _by_kind(layout).items():
        if any(_is_cut(c, c in told) for c in alike):
            found.append(kind.name)
        elif len(alike) > MOST_SENTENCES:
            sentences = _sentences(kind, alike, layout)
            if sentences == [wording.definition(kind)]:
                found.append(kind.name)
    return found


def _is_cut(constraint: Constraint, is_told: bool) -> bool:
    """Return whether a text leaves out a part of a rule that the picture does not show either.
    is_told: whether only the text tells it."""
    if constraint.kind == "automaton":
        return True
    if is_told and len(constraint.cells) > wording.MOST_CELLS:
        return True
    is_shown = not is_told and shows_numbers(constraint)
    return len(constraint.values) > wording.MOST_NAMED and not is_shown


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
    if is_diagonal(house, layout):
        return "a diagonal"
    return HOUSES.get(house.kind, f"a {house.kind}")


def _title(kind: Kind, alike: Sequence[Constraint], layout: LayoutData) -> str:
    usual = wording.title_of(kind)
    named = TITLES.get(kind.name)
    if not named:
        return usual
    titles = {named.get(n, usual) for c in alike for n in wording.values_of(c, layout)}
    return titles.pop() if len(titles) == 1 else usual


#: What is said of rules that are alike: the sentence by its mark, and its numbers, if the text has
#: to give them.
Group = tuple[str, tuple[int, ...], str]


def _groups(
    kind: Kind, alike: Sequence[Constraint], layout: LayoutData
) -> dict[Group, list[Constraint]]:
    """Return the rules of a kind by what tells them apart beside the picture."""
    # a number that all rules share is said even if the picture shows it; numbers that differ are
    # left to the picture
    unlike = len({wording.values_of(c, layout) for c in alike}) > 1

    def group_of(c: Constraint) -> Group:
        mark = wording.mark_of(c, layout)
        if unlike and shows_numbers(c) and not wording.is_marked_by_number(c, layout):
            return mark, (), c.text
        return mark, wording.values_of(c, layout), c.text

    return grouped((group_of(c), c) for c in alike)


def _sentences(
    kind: Kind,
    alike: Sequence[Constraint],
    layout: LayoutData,
    translate: Translate = wording.as_written,
) -> list[str]:
    """Return what rules of a kind say: of a mark if the picture shows the rest, else of each."""
    drawn = [
        drawing.constraint
        for drawing in rule_drawings(layout)
        if drawing.constraint.kind == kind.name and not isinstance(drawing.style, Note)
    ]
    if _is_of_many(kind) and (len(drawn) > 1 or not all(_is_whole(c, layout) for c in drawn)):
        drawn = []
    groups = _groups(kind, drawn, layout)
    found = [_of_mark(kind, one, groups, layout, translate) for one in groups]
    told = [_told(kind, c, layout, translate) for c in alike if c not in {*drawn}]
    found += dict.fromkeys(told)
    if len(found) > MOST_SENTENCES:
        return [translate(wording.definition(kind))]
    return found


def _is_of_many(kind: Kind) -> bool:
    """Whether the picture does not show which cells belong to the same rule of this kind."""
    if isinstance(kind.draws, Shade):
        return "{each}" not in kind.sentence
    return isinstance(kind.draws, Outline) and bool(kind.draws.groups)


def _is_whole(constraint: Constraint, layout: LayoutData) -> bool:
    style = style_of(constraint)
    return not isinstance(style, Outline) or is_whole(constraint, style, layout)


def _of_mark(
    kind: Kind,
    group: Group,
    groups: Mapping[Group, Sequence[Constraint]],
    layout: LayoutData,
    translate: Translate,
) -> str:
    """Return what a mark says, with the places of its rules if only they tell these from the other
    groups, or if the picture does not show in which order cells are read as a number."""
    mark, numbers, _ = group
    some = groups[group]
    if kind.name == "sum" and len(numbers) > 1:
        return "; ".join(wording.fact(c, layout) for c in some)
    shown = all(map(shows_numbers, some)) and not some[0].text
    is_ordered = isinstance(kind.draws, Along) and kind.draws.ring
    where = ""
    if not shown and (len(groups) > 1 or is_ordered):
        places = ", ".join(told(wording.place_text(c, layout), translate) for c in some)
        where = f" ({places})"
    said = kind.sentence
    if kind.seen and not where:
        said = kind.seen
    fills = {"{where}": where}
    if not numbers and any(c.values for c in some):
        known = "" if all(c.values for c in some) else ", if there is one"
        said = wording.IF_UNKNOWN.sub(known, said)
        fills["{0}"] = translate("the number shown")
        fills["{}"] = translate("the digits shown")
    return _about(mark, said, some[0], layout, translate, fills)


def _told(kind: Kind, c: Constraint, layout: LayoutData, translate: Translate) -> str:
    """Return what only the text tells of a rule, with its cells. Languages have the sentences about
    marks, so these are told with cells and numbers."""
    is_never_drawn = not c.cells or isinstance(kind.draws, Note)
    if translate is wording.as_written or is_never_drawn or _is_of_many(kind):
        return wording.fact(c, layout, translate)
    mark = wording.mark_of(c, layout)
    where = wording.place_text(c, layout)
    if not kind.seen:
        return _about(mark, kind.sentence, c, layout, translate, {"{where}": f" ({where})"})
    numbers = " ".join([f"{where}:", *map(str, wording.values_of(c, layout))])
    seen = _about(mark, kind.seen, c, layout, translate, {"{where}": ""})
    return f"{seen} ({numbers.rstrip(':')})"


def _about(
    mark: str,
    said: str,
    c: Constraint,
    layout: LayoutData,
    translate: Translate,
    fills: Mapping[str, str],
) -> str:
    """Return a sentence about a mark, with this puzzle's numbers."""
    return wording.numbered(_of_one(mark, said), c, layout, translate, fills)


def sentence_of(kind: Kind, translate: Translate) -> str:
    """Return what any rule of a kind says, of the mark that it has in a picture: what
    `wording.definition` says in English, for languages, whose sentences are about marks."""
    said = wording.FURTHER.sub("", wording.IF_UNKNOWN.sub("", kind.seen or kind.sentence))
    said = _of_one(kind.mark or kind.noun, said)
    return wording.filled_for_any(translate(said), translate)


def _of_one(mark: str, said: str) -> str:
    """Return a sentence about a mark, with its article."""
    if "{at}" in said:
        said = f"{mark}{{where}}: {said.replace('{at}', '')}"
    it = f"{an(mark)}{{where}}" if mark else "the cells{where}"
    return said.replace("{it}", it).replace("{each}", it)


def _not_all(kinds: set[str], layout: LayoutData) -> str:
    """Return which marks may be missing where they would fit: 'white dots'."""
    # a puzzle may say that all marks are given; if it does not, a reader must not conclude anything
    # from a missing one
    marks: tuple[str, ...] = ()
    for group in MARKED:
        if kinds & {*group}:
            marks = group
            break
    loose: dict[str, set[int]] = {}
    for kind in marks:
        given = [c for c in layout.constraints if c.kind == kind] or [Constraint(kind)]
        numbers = {n for c in given for n in wording.values_of(c, layout)}
        if not numbers <= _all_marked(kind, layout):
            loose[kind] = numbers
    if "pair-sum" in loose:
        return "Xs and Vs" if loose["pair-sum"] <= {5, 10} else "sums"
    if len(loose) == 2:
        return "dots"
    return "".join(f"{kind_named(kind).mark}s" for kind in loose)


def _all_marked(kind: str, layout: LayoutData) -> set[int]:
    """Return the numbers of which a rule of the board says that each has a mark."""
    needed = ALL_MARKED[kind]
    found: set[int] = set()
    for c in layout.constraints:
        if c.kind in needed:
            found.update(needed[c.kind] or wording.values_of(c, layout))
    return found
