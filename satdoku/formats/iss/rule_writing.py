"""Write one rule as tokens of Interactive Sudoku Solver.

If ISS lacks a rule that only restricts single cells and pairs of cells, it is written as such
restrictions (`Pair`, `AllDifferent`, candidates); any other rule raises `LayoutError`.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, groupby, islice, pairwise
from operator import itemgetter

from ...constraints.constraint import Constraint
from ...constraints.forms import Candidates, Distinct, Relation
from ...constraints.geometry import distance, is_toroidal
from ...constraints.kind_table import default_number, forms_of
from ...errors import LayoutError
from ...geometry import Cells
from ...layout import Layout
from ...phrases import phrase
from .bits import automaton_data, table_text
from .board import diagonal_from
from .names import BOARD, CELLS, ENDS, INDEXERS, NUMBER_AND_CELLS, PLACES

#: The ISS name of each cell.
Names = dict[int, str]
OF_CELLS = {kind: name for name, kind in CELLS.items()}
NUMBERED = {kind.rstrip("?"): name for name, kind in NUMBER_AND_CELLS.items()}
OF_BOARD = {kind: name for name, kind in BOARD.items()}
AT_ENDS = {kind: name for name, kind in ENDS.items()}
INDEXER = {kind: name for name, kind in INDEXERS.items()}
#: Default numbers of tokens without a number.
USUAL = {"difference": 1, "ratio": 2, "arrow": 1}
DOTS = ("difference", "ratio", "greater", "pair-sum")
#: Rules that ISS supports only on boards with the digits 1 … 9; with nine digits; from 1.
ONLY_1_TO_9 = ("entropic", "global-entropy", "dutch-flatmates")
ONLY_NINE, ONLY_FROM_1 = ("global-modulo",), ("anti-taxicab",)
#: Rules that need rows and columns in ISS.
NEED_LINES = ("anti-knight", "anti-king")
#: Clues that cannot be 0 in ISS.
NOT_ZERO = ("skyscraper", "x-sum", "full-rank", "rellik")
MARKED = {"no-other-dots": ("difference", "ratio"), "no-other-xv": ("pair-sum",)}


def written(rule: Constraint, layout: Layout, names: Names) -> Iterator[str]:
    """Yield the tokens of a rule, without their dots."""
    tokens = list(_own(rule, layout, names) or _as_forms(rule, layout, names))
    if not tokens:
        raise LayoutError(
            phrase(
                "Interactive Sudoku Solver does not support this form of the rule {kind!r}",
                kind=rule.kind,
            )
        )
    yield from tokens


def _own(rule: Constraint, layout: Layout, names: Names) -> list[str]:
    """Return the ISS tokens of the rule itself; none if ISS has no such rule."""
    kind = rule.kind
    if not _is_known(rule, layout):
        return []
    if kind == "or":
        return _alternatives(rule, layout, names)
    if kind.startswith("chaos") or kind == "doppelganger":
        cells = [names[cell] for cell in rule.cells]
        return _chaos(rule, layout, cells)
    if kind in AT_ENDS or kind in ("sandwich", "little-killer"):
        return _clue(rule, layout, names)
    words = _words(rule, layout, names)
    return ["~".join(words)] if words else []


def _words(rule: Constraint, layout: Layout, names: Names) -> list[str]:
    """Return the words of a rule that is one token; none if ISS has no such token."""
    kind = rule.kind
    cells = [names[cell] for cell in rule.cells]
    values = [str(value) for value in rule.values]
    if kind in ("candidates", "odd", "even"):
        digits = _candidates(rule, layout)
        return ["", *("_".join([cell, *digits]) for cell in cells)]
    if kind in WRITERS:
        name, head = WRITERS[kind]
        return [name, *head(rule, layout), *cells] if cells else []
    if kind in OF_BOARD and not values:
        return [OF_BOARD[kind]]
    if kind == "no-equal-lines":
        return ["FullRankTies", "none"]
    if kind in INDEXER:
        return ["Indexing", INDEXER[kind], *cells]
    if kind == "equal-sums":
        return ["EqualSum", *_parted(cells, rule.values)]
    if kind == "automaton":
        data = automaton_data(rule.text, layout.digits)
        packed = urlsafe_b64encode(data).decode().rstrip("=")
        sizes = rule.values or [len(cells)]
        return ["NFA", packed, "_", *_parted(cells, sizes)]
    if kind == "connected":
        size, *connected = values
        group = _group_of(rule.cells, layout, names)
        words = ["ConnectedValues", group, "_".join(connected)]
        return [*words, size] if rule.values[0] else words
    if kind == "pair-sum":
        mark = "V" if rule.values == (5,) else "X"
        return [mark, *cells]
    if kind in OF_CELLS and (not values or rule.values == (USUAL.get(kind),)):
        return [OF_CELLS[kind], *cells]
    if kind == "sum-line":
        loop = ["LOOP"] if rule.values[1:] == (1,) else []
        return ["SumLine", values[0], *cells, *loop]
    if kind in NUMBERED and values:
        return [NUMBERED[kind], *values, *cells]
    return []


def _candidates(rule: Constraint, layout: Layout) -> list[str]:
    """Return the digits that a rule of single cells allows."""
    if rule.kind == "candidates":
        return [str(d) for d in layout.digits if d in rule.values]
    remainder = 1 if rule.kind == "odd" else 0
    return [str(d) for d in layout.digits if d % 2 == remainder]


def _is_known(rule: Constraint, layout: Layout) -> bool:
    """Whether ISS supports the rule on such a board, with such numbers and cells."""
    kind = rule.kind
    if kind in OF_BOARD and is_toroidal(layout):
        return False
    first = rule.values[0] if rule.values else None
    if kind in ONLY_1_TO_9:
        return layout.size == 9 and layout.digits[0] == 1
    if kind in ONLY_NINE:
        return layout.size == 9
    if kind in ONLY_FROM_1:
        return layout.digits[0] == 1
    if kind in NEED_LINES:
        return layout.lines
    if kind == "full-rank" and rule.values[1:]:
        # there, ties are allowed for all ranks or none
        of_ranks = [one for one in layout.constraints if one.kind in (kind, "or")]
        return all(one.values[1:] for one in of_ranks)
    if kind in NOT_ZERO or kind == "killer":
        return first != 0
    if kind in DOTS:
        usual = (5, 10, None) if kind == "pair-sum" else (USUAL.get(kind), None)
        if first not in usual:
            return False
        both = combinations(rule.cells, 2)
        return any(distance(layout, a, b) == 1 for a, b in both)
    if kind == "arrow" and first not in (None, 1):
        if first not in (2, 3) or layout.digits[-1] >= 10:
            return False
        return _reads_on(rule.cells[:first], layout)
    if kind == "sandwich":
        return len(rule.cells) == layout.size
    if kind == "sum":
        return all(abs(value) <= 100 for value in rule.values[1:])
    if kind == "sum-line":
        return first is not None and first <= 30
    if kind == "regex":
        return layout.digits[-1] < 10
    if kind == "relation-all":
        pairs = set(zip(rule.values[::2], rule.values[1::2], strict=False))
        return all((e, d) in pairs for d, e in pairs)
    if kind == "look-and-say":
        seen = rule.values[1::2]
        has_repeats = len(set(seen)) * 2 < len(rule.values)
        return max(rule.values) < 10 and not has_repeats
    if kind in MARKED:
        marks = [one for one in layout.constraints if one.kind in MARKED[kind]]
        return all(_is_known(one, layout) for one in marks)
    return True


def _reads_on(cells: Iterable[int], layout: Layout) -> bool:
    """Whether each cell is one step right, down, or both, from the previous one."""
    onwards = ((0, 1), (1, 0), (1, 1))
    at = [layout.places.place(cell) for cell in cells]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(at)]
    return all(step in onwards for step in steps)


def _alternatives(rule: Constraint, layout: Layout, names: Names) -> list[str]:
    tokens = ["Or"]
    for part in rule.parts:
        inside: list[str] = []
        for one in part:
            inside += written(one, layout, names)
        is_one_choice = len(part) == 1 and inside[0] == "Or"
        if len(inside) > 1 and not is_one_choice:
            inside = ["And", *inside, "End"]
        tokens += inside
    return [*tokens, "End"]


def _parted(cells: list[str], sizes: Iterable[int]) -> list[str]:
    """Return groups of these sizes of the cells, with "-" between them."""
    words = []
    rest = iter(cells)
    for i, size in enumerate(sizes):
        if i:
            words.append("-")
        words += islice(rest, size)
    return words


def _group_of(cells: Cells, layout: Layout, names: Names) -> str:
    """Return the prefix of the group that consists of exactly these cells; "" for the board."""
    if cells == tuple(range(layout.board_cells)):
        return ""
    prefix = names[cells[0]].rstrip("0123456789")
    whole = [cell for cell, name in names.items() if name.rstrip("0123456789") == prefix]
    if cells[0] < layout.board_cells or list(cells) != whole:
        raise LayoutError(
            "Interactive Sudoku Solver has pieces only of the whole board or a whole "
            "group of variables"
        )
    return prefix


def _chaos(rule: Constraint, layout: Layout, cells: list[str]) -> list[str]:
    if rule.kind == "doppelganger":
        return ["Doppelganger"]
    size = rule.values[0] if rule.values else 0
    if rule.kind == "chaos-construction":
        at = layout.places
        side = max(at.board_height, at.board_width)
        if size == side:
            return ["ChaosConstruction"]
        if layout.regions:
            raise LayoutError(
                "Interactive Sudoku Solver does not support boxes with regions of another size"
            )
        return ["ChaosConstruction", f"RegionSize~{size}"]
    control, *labels = cells
    if any(not label.startswith("CC") for label in labels):
        raise LayoutError("chaos arrows and counts need region labels")
    if rule.kind == "chaos-count":
        return ["~".join(["ChaosCount", control, str(size), *labels])]
    arms = _parted(labels, rule.values[1:])
    return ["~".join(["ChaosArrow", control, str(size), *arms])]


def _clue(rule: Constraint, layout: Layout, names: Names) -> list[str]:
    clue = rule.values[0]
    if rule.kind == "little-killer":
        first = rule.cells[0]
        is_diagonal = first < layout.board_cells and diagonal_from(first, layout) == rule.cells
        if not is_diagonal:
            cells = [names[cell] for cell in rule.cells]
            return ["~".join([f"Sum~{clue}", *cells])]
        return [f"LittleKiller~{clue}~{names[first]}"] if len(rule.cells) > 1 else []
    for house in layout.houses:
        if not house.is_line:
            continue
        if rule.cells in (house.cells, house.cells[::-1]):
            line = house.kind[0].upper() + PLACES[house.index]
            if rule.kind == "sandwich":
                return [f"Sandwich~{clue}~{line}"]
            ends = f"{clue}~" if rule.cells == house.cells else f"~{clue}"
            ties = ["FullRankTies~any"] if rule.values[1:] else []
            return [*ties, f"{AT_ENDS[rule.kind]}~{line}~{ends}"]
    raise LayoutError(phrase("{kind!s} does not see a whole row or column", kind=rule.kind))


def _as_forms(rule: Constraint, layout: Layout, names: Names) -> Iterator[str]:
    """Yield the rule as restrictions of single cells, pairs and groups, if that is all it says."""
    forms = list(forms_of(rule, layout))
    if not all(isinstance(form, Candidates | Distinct | Relation) for form in forms):
        return
    relations = []
    for form in forms:
        if isinstance(form, Candidates):
            digits = map(str, sorted(form.digits))
            yield "_".join([f"~{names[form.cell]}", *digits])
        elif isinstance(form, Distinct):
            cells = [names[cell] for cell in form.cells]
            yield "~".join(["AllDifferent", *cells])
        elif isinstance(form, Relation):
            key = table_text(form.pairs, layout.digits)
            both = f"{names[form.first]}~{names[form.second]}"
            relations.append((key, both))
    # Equal tables are written once, for all their pairs: a rule of the whole board has hundreds.
    for key, pairs in groupby(sorted(relations), key=itemgetter(0)):
        listed = "~~".join(both for _, both in pairs)
        yield f"Pair~{key}~_{rule.kind}~{listed}"


# Each of the following returns what precedes the cells of a token.


def _sum_head(rule: Constraint, layout: Layout) -> list[str]:
    total, *coefficients = map(str, rule.values)
    if not coefficients:
        return [total]
    return ["_".join([total, "=", *coefficients])]


def _cage_head(rule: Constraint, layout: Layout) -> list[str]:
    return [str(v) for v in rule.values] or ["0"]


def _digits_head(rule: Constraint, layout: Layout) -> list[str]:
    return ["_".join(map(str, rule.values))]


def _look_and_say_head(rule: Constraint, layout: Layout) -> list[str]:
    return ["".join(map(str, rule.values))]


def _regex_head(rule: Constraint, layout: Layout) -> list[str]:
    packed = urlsafe_b64encode(rule.text.encode())
    return [packed.decode().rstrip("=")]


def _whisper_head(rule: Constraint, layout: Layout) -> list[str]:
    if rule.values:
        return [str(v) for v in rule.values]
    usual = default_number("whisper", layout)
    return [] if usual == 5 else [str(usual)]


def _lockout_head(rule: Constraint, layout: Layout) -> list[str]:
    usual = (layout.size - 1) // 2
    return [str(v) for v in rule.values or [usual]]


def _modular_head(rule: Constraint, layout: Layout) -> list[str]:
    return [str(v) for v in rule.values or [3]]


def _pairs_head(rule: Constraint, layout: Layout) -> list[str]:
    pairs = zip(rule.values[::2], rule.values[1::2], strict=False)
    return [table_text(pairs, layout.digits), "_"]


#: kind → its ISS name, and what precedes its cells
WRITERS: dict[str, tuple[str, Callable[[Constraint, Layout], list[str]]]] = {
    "killer": ("Cage", _cage_head),
    "sum": ("Sum", _sum_head),
    "quadruple": ("ContainAtLeast", _digits_head),
    "contain-exactly": ("ContainExact", _digits_head),
    "look-and-say": ("LookAndSay", _look_and_say_head),
    "relation": ("Pair", _pairs_head),
    "relation-all": ("PairX", _pairs_head),
    "regex": ("Regex", _regex_head),
    "whisper": ("Whisper", _whisper_head),
    "lockout": ("Lockout", _lockout_head),
    "modular": ("Modular", _modular_head),
}
