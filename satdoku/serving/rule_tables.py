"""Rules as tables of propagators, so that an exported page judges rules that a visitor draws.

What a rule means is said once, by its kind's forms. Most kinds look at the order of their cells
only: a cage with the sum 13 has the same propagators wherever it lies. So those of a kind are
listed here by the number of its cells and by its numbers, with the places in their parameters at
which cells stand; the page (`page/rule_programs.js`) puts the cells of a rule there, and adds the
result to a board without that rule.

Kinds that look at where their cells lie, or at a layer, have tables of `placed_rules`; what a rule
says in full, such as an automaton, `page/own_forms.js` makes. Where opposite edges meet, such kinds
have other tables; and kinds that need digits from 0 have theirs on these boards. Left out, and not
judged without Python: rules with more numbers or cells than are listed. The page itself divides
region sum lines at borders, and makes galaxies, which depend on each other.
`_entry` finds by trying what is the same everywhere: the propagators of other cells, and
of a board that has other rules, must be the same but for the cells. A page has no sums that several
rules imply, and sums without groups: its search propagates a little less, and finds the same
solutions.

>>> from satdoku.layout import Layout
>>> table = kind_table("killer", Layout.named("4x4"))
>>> [made] = table["templates"][table["rules"]["2|3"]]  # the pairs of digits that add up to 3
>>> made[1:]
[[0, 1], [0, 1, 2, 1, 0, 0, 2, 1, 0, 0]]
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement, pairwise
from random import Random

from ..constraints.constraint import Constraint
from ..constraints.geometry import TOROIDAL, is_toroidal
from ..constraints.kind_table import GALAXY, NONE, SCHRODINGER, Kind
from ..constraints.registry import KINDS
from ..constraints.styles import Along, Between, Meeting, Outline, Outside
from ..errors import LayoutError
from ..formats.iss.reader import read_iss
from ..kernels.propagation import dispatch
from ..kernels.propagation.pieces import NotOnMasks, Piece
from ..layout import Layout
from ..record_types import Record
from .placed_rules import asks_beyond_edges, placed_table
from .rule_templates import FAR, Template, in_runs, pieces_of, template

#: The boards whose numbers of digits have tables.
BOARDS = ("4x4", "6x6", "9x9")
#: The most characters of a table: the rules with most cells are left out beyond.
LONGEST = 330_000
#: The most cells of a line, digits of a circle where cells meet, and groups of the same sum.
LINE, CIRCLED, GROUPS = 12, 4, 4
#: Kinds whose rules say all that the search needs, or that are sums: `page/own_forms.js` has these.
OWN_FORMS = (
    "relation", "relation-all", "regex", "automaton", "formula", "or", "connected", "chaos-arrow",
    "chaos-count", "shaded-count", "shaded-sum", "value-sum", "value-arrow", GALAXY,
)  # fmt: skip
#: The kind whose further cells hold what rows, columns and boxes lack.
DOPPELGANGER = "doppelganger"
#: Rules that others ask about, for boards on which a kind must mean the same.
OTHERS = "difference:1:r1c1,r1c2", "ratio:2:r2c1,r2c2", "pair-sum:5:r3c1,r3c2"


def rule_tables(boards: Sequence[str] = BOARDS) -> Iterator[tuple[str, Record]]:
    """Yield (name, table) for each kind and number of digits: "rules/9/killer"."""
    kinds = [kind for kind in KINDS.values() if kind.name not in OWN_FORMS]
    for name in boards:
        layout = Layout.named(name)
        edges_meet = Layout.named(f"{name}+{TOROIDAL}")
        for kind in kinds:
            usual, is_placed = _table(kind, layout)
            yield from _listed(kind, layout, usual)
            # what is the same for any cells does not ask which ones are neighbours
            if is_placed and asks_beyond_edges(kind, edges_meet):
                other, _ = _table(kind, edges_meet)
                yield from _listed(kind, edges_meet, other)
        for kind_name, board in digits_from_0(layout).items():
            kind = KINDS[kind_name]
            yield from _listed(kind, board, placed_table(kind, board))


def _table(kind: Kind, layout: Layout) -> tuple[Record, bool]:
    """Return the table of a kind, and whether it depends on where cells lie."""
    table = kind_table(kind.name, layout)
    if table["rules"]:
        return table, kind.cells == NONE
    return placed_table(kind, layout), True


def _listed(kind: Kind, layout: Layout, table: Record) -> Iterator[tuple[str, Record]]:
    if table["rules"]:
        yield f"rules/{tables_name(layout)}/{kind.name}", table


def tables_name(layout: Layout) -> str:
    """Return the name of the tables for boards with the digits of a layout, and its edges.

    >>> tables_name(Layout.named("4x4+digits:0-4")), tables_name(Layout.named("9x9+toroidal"))
    ('5-from-0', '9-toroidal')
    """
    name = str(layout.size)
    if layout.digits[0] != 1:
        name += f"-from-{layout.digits[0]}"
    if is_toroidal(layout):
        name += f"-{TOROIDAL}"
    return name


def digits_from_0(layout: Layout) -> dict[str, Layout]:
    """Return the boards of kinds that need one digit more than a row has cells, from 0."""
    size = layout.size
    doppelgangers = read_iss(f".Shape~{size}x{size}~0-{size}.Doppelganger")
    return {
        SCHRODINGER: Layout.named(f"{layout.name}+digits:0-{size}"),
        DOPPELGANGER: doppelgangers.layout,
    }


def kind_table(name: str, layout: Layout) -> Record:
    """Return what rules of a kind mean on boards with the digits of a layout.

    rules: by number of cells and numbers ("3|13"), the place among the templates; of a rule without
    cells only on that very board (`board`). needs: the working space of states, saved masks and
    words. each: whether a rule of several cells is one for each of these. ordered: whether the
    order of numbers matters. unmarked: kinds of rules whose cells are exempt from this one.
    """
    kind = KINDS[name]
    unmarked = _exempting(name, layout)
    needs = [1, 1, 1]
    rules: dict[str, int] = {}
    templates: dict[str, int] = {}
    alone: dict[tuple[int, ...], list[Template]] = {}
    each = False
    ordered = False
    length = 0
    for count in _counts(kind, layout.size):
        is_checked = False
        for values in _numbers(kind, count, layout):
            rule = Constraint(name, tuple(range(FAR, FAR + count)), values)
            made = _entry(rule, layout, needs, is_checked or bool(unmarked))
            if made is None:
                continue
            is_checked = True
            if not ordered:
                ordered = not _is_same_in_any_order(rule, layout, made)
            if count == 2 and made == alone.get(values):
                each = True
                break
            if count == 1:
                alone[values] = _twice(made)
            text = json.dumps(in_runs(made), separators=(",", ":"))
            if text not in templates:
                length += len(text)
            if length > LONGEST:
                break
            numbers = ",".join(map(str, values))
            rules[f"{count}|{numbers}"] = templates.setdefault(text, len(templates))
        if each or length > LONGEST:
            break
    made_of = [json.loads(text) for text in templates]
    return {
        "needs": needs,
        "each": each,
        "ordered": ordered,
        "unmarked": unmarked,
        "board": layout.name.split("+")[0],
        "templates": made_of,
        "rules": rules,
    }


def _exempting(name: str, layout: Layout) -> list[str]:
    """Return the kinds of `OTHERS` whose cells a rule of the whole board leaves out."""
    if KINDS[name].cells != NONE or KINDS[name].values[0]:
        return []
    rule = Constraint(name)
    found = []
    try:
        pieces = pieces_of(rule, layout, [0, 0, 0])
        usual = list(map(template, pieces))
        for other in OTHERS:
            marked = Layout.named(f"{layout.name}+{other}")
            *_, mark = marked.constraints
            cells = [*mark.cells]
            pieces = pieces_of(rule, marked, [0, 0, 0])
            made = list(map(template, pieces))
            rest = [one for one in usual if one[2][:2] != cells]
            if made == rest != usual:
                found.append(mark.kind)
    except (LayoutError, NotOnMasks):
        return []
    return found


def _counts(kind: Kind, size: int) -> Iterator[int]:
    """Yield the numbers of cells that are listed."""
    fewest, most = kind.cells
    last = size
    match kind.draws:
        case Between():
            fewest = last = 2
        case Meeting():
            fewest = last = 4
        case Outside(arrow=False):
            fewest = last = size
        case Along():
            last = LINE
        case _:
            pass
    yield from range(fewest, min(most, last) + 1)


def _numbers(kind: Kind, count: int, layout: Layout) -> Iterator[tuple[int, ...]]:
    """Yield the numbers that are listed for so many cells: none, one, sizes of groups, or digits in
    increasing order."""
    digits = layout.digits
    fewest, most = kind.values
    is_square = kind.placement is not None and kind.placement.shape == "square"
    if not fewest:
        yield ()
    if isinstance(kind.draws, Meeting) or (is_square and count == CIRCLED):
        for many in range(1, CIRCLED + 1):
            yield from combinations_with_replacement(digits, many)
    elif kind.name == "candidates":
        for many in range(1, layout.size):
            yield from combinations(digits, many)
    elif isinstance(kind.draws, Outline) and kind.draws.groups == "{}":
        yield from _sizes(count)
    elif fewest <= 1 <= most:
        yield from ((number,) for number in range(_largest(kind, count, layout) + 1))


def _sizes(count: int) -> Iterator[tuple[int, ...]]:
    """Yield the sizes of a few groups of so many cells."""
    for groups in range(2, GROUPS + 1):
        for ends in combinations(range(1, count), groups - 1):
            starts = (0, *ends, count)
            yield tuple([end - start for start, end in pairwise(starts)])


def _largest(kind: Kind, count: int, layout: Layout) -> int:
    """Return the largest number that is listed."""
    match kind.draws:
        case Along(text=""):
            return layout.size  # a distance, or a modulus
        case Outside(arrow=True):
            return count * layout.digits[-1]  # a sum of digits that may repeat
        case _:
            return sum(layout.digits)


def _entry(
    rule: Constraint, layout: Layout, needs: list[int], is_checked: bool
) -> list[Template] | None:
    """Return the propagators of a rule for any cells; None if there are none for all. needs
    (changed): the working space."""
    try:
        made = pieces_of(rule, layout, needs)
        if not is_checked and not _is_same_anywhere(rule, layout, made):
            return None
    except (LayoutError, NotOnMasks, LookupError):
        return None
    if not made and not rule.cells:
        return None  # it says something about other rules
    return [template(piece) for piece in made]


def _is_same_anywhere(rule: Constraint, layout: Layout, made: Sequence[Piece]) -> bool:
    """Return whether other cells, and another board, make the same propagators but for cells."""
    random = Random(len(rule.cells))
    boards = [layout]
    if layout.height > 3:
        boards.append(Layout.named("+".join([layout.name, *OTHERS])))
    for other in boards:
        cells = tuple(random.sample(range(layout.cell_count), len(rule.cells)))
        found = pieces_of(rule.moved(cells), other, [0, 0, 0])
        wanted = [_placed(piece, cells) for piece in made]
        mine = sorted(map(_ordered, wanted))
        true = sorted(map(_ordered, found))
        if mine != true:
            return False
    return True


def _is_same_in_any_order(rule: Constraint, layout: Layout, made: list[Template]) -> bool:
    """Return whether the numbers of a rule mean the same in another order."""
    if len(rule.values) < 2:
        return True
    first, rest = rule.values[:1], rule.values[1:]
    # a turn and an exchange of the first two make every order
    for values in ((*rest, *first), (*rest[:1], *first, *rest[1:])):
        turned = Constraint(rule.kind, rule.cells, values)
        if values != rule.values and _entry(turned, layout, [0, 0, 0], True) != made:
            return False
    return True


def _placed(piece: Piece, cells: Sequence[int]) -> Piece:
    data = [cells[number - FAR] if number >= FAR else number for number in piece.data]
    return Piece(piece.kind, data, ())


def _ordered(piece: Piece) -> tuple[int, list[int]]:
    """Return a propagator with its cells in increasing order, where their order means nothing."""
    data = list(piece.data)
    match piece.kind:
        case dispatch.RELATION if data[0] > data[1]:
            first, second, *tables = data
            size = len(tables) // 2
            data = [second, first, *tables[size:], *tables[:size]]
        case dispatch.SUM:
            start = data[0] + 2
            cells = data[start + 2 :: 4]
            terms = zip(cells, data[start::4], strict=True)
            data = [data[start - 1], *chain.from_iterable(sorted(terms))]
        case dispatch.BOUNDS:
            total, *rest = data
            terms = zip(rest[1::2], rest[::2], strict=True)
            data = [total, *chain.from_iterable(sorted(terms))]
        case dispatch.COUNTS:
            end = 4 + data[0]
            data[4:end] = sorted(data[4:end])
        case _:
            pass
    return piece.kind, data


def _twice(made: list[Template]) -> list[Template]:
    """Return the rule of one cell for each of two cells."""
    found = []
    for cell in range(2):
        for kind, places, data in made:
            there = [cell if k in places else number for k, number in enumerate(data)]
            found.append([kind, places, there])
    return found
