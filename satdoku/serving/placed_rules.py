"""Tables of rules whose meaning depends on where they lie, or that are about a layer.

As in `rule_tables` nothing is known of a kind here: a rule is made on the very board, and what is
listed is what further rules of the kind have in common. In the order in which they are tried:

- a rule of the whole board: its propagators ("0|");
- one that is the same for any cell and its cell of the layer, which are 0 and 1 in the templates;
- one whose cells count each by itself at its place ("at"), beside what the rule says anyway ("0|").
  apart: pairs of two such cells are left out (a minimum beside another); instead: what a cell says
  is in the place of what the board says there (an end of a snake);
- one area for each cell (Nurikabe): the areas without them, to which the page adds the cells;
- one of the layer's cells as labels, all of them in order (chaos construction);
- one that the board comes with, of these cells alone (doppelgangers, opposite edges that meet);
- a line compared with all others: the beginning of the parameters by its number, the rest by line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, combinations_with_replacement

from ..constraints.constraint import Constraint
from ..constraints.kind_table import LAYER, NONE, ONE, Kind
from ..constraints.kinds.cell_values import FACTORS
from ..errors import LayoutError
from ..geometry import Cells
from ..kernels.propagation import dispatch
from ..kernels.propagation.pieces import NotOnMasks
from ..layout import Layout
from ..record_types import Record
from .rule_templates import CLUES, Template, in_runs, templates_of

#: Where cells stand in the parameters of propagators that rules on a layer have for any cell.
CELLS_OF = {dispatch.CANDIDATES: (0,), dispatch.RELATION: (0, 1)}
#: The kind whose cells are labels of the board's.
LABELLED = "chaos-construction"
#: How many parameters of a rank come before its cells.
RANK_HEAD = 5


def placed_table(kind: Kind, layout: Layout) -> Record:
    """Return the table of a kind on a square board (see `rule_tables.kind_table`); without rules if
    it has none here."""
    return _Placed(kind, layout).table()


def asks_beyond_edges(kind: Kind, layout: Layout) -> bool:
    """Return whether a kind says something else on a board whose opposite edges meet: rules of the
    whole board, and of a cell in a corner, are made there and without the rule that says so."""
    meeting = _Placed(kind, layout)
    usual = _Placed(kind, layout.without_constraints())
    if kind.name == LABELLED or any(rule.kind == kind.name for rule in meeting.around):
        return True
    fewest, most = kind.cells
    corners = (0, layout.board_cells - 1)
    for cells in ((), corners[:1], corners, tuple(meeting.layout.extra_cells)):
        if not fewest <= len(cells) <= most:
            continue
        for values in meeting.numbers(len(cells)):
            made = meeting.made(cells, values)
            if made != usual.made(cells, values):
                return True
            if made:
                break
    return False


class _Placed:
    """A table in the making. layout: the board with what the kind needs. around: the rules that the
    board comes with. needs, templates, rules: as in the table. more: what only such tables have."""

    def __init__(self, kind: Kind, layout: Layout) -> None:
        self.kind = kind
        self.around = layout.constraints
        bare = layout.without_constraints()
        self.board = bare.name.split("+")[0]
        self.layout = bare.with_layer() if kind.on_layer else bare
        self.needs = [1, 1, 1]
        self.templates: dict[str, int] = {}
        self.rules: dict[str, int] = {}
        self.more: Record = {}

    def table(self) -> Record:
        own = [rule for rule in self.around if rule.kind == self.kind.name]
        if own:
            self._given(own[0])
        elif self.kind.name == LABELLED:
            self._labels()
        elif self.kind.name == "full-rank":
            self._ranks()
        else:
            self._whole()
            if self.kind.cells != NONE and not (self._any_cells() or self._at_places()):
                self._with_areas()
        made_of = [json.loads(text) for text in self.templates]
        made: Record = {"needs": self.needs, "each": False, "ordered": False, "unmarked": []}
        made["board"] = self.board
        return {**made, **self.more, "templates": made_of, "rules": self.rules}

    def made(self, cells: Cells, values: Cells = ()) -> list[Template] | None:
        """Return the templates of a rule on its own cells, None if it is refused."""
        rule = Constraint(self.kind.name, cells, values)
        around = [rule, *self.around]
        if self.kind.on_layer and self.kind.name != LAYER:
            around.append(Constraint(LAYER))
        try:
            return templates_of(rule, self.layout.ruled(tuple(around)), self.needs)
        except (LayoutError, NotOnMasks, LookupError):
            return None

    def _add(self, key: str, made: list[Template]) -> int:
        number = self._kept(made)
        self.rules[key] = number
        return number

    def _kept(self, made: list[Template]) -> int:
        text = json.dumps(in_runs(made), separators=(",", ":"))
        return self.templates.setdefault(text, len(self.templates))

    def numbers(self, count: int) -> Iterator[tuple[int, ...]]:
        """Yield the numbers of rules of so many cells: none, one, two of a leap, or digits."""
        size = self.layout.size
        if self.kind.values[0] == 0:
            yield ()
        elif self.kind.values == ONE:
            yield from ((number,) for number in range(2 * size + 1))
            if self.kind.name in FACTORS:
                yield from ((-number,) for number in range(1, size + 1))
        elif self.kind.values == (2, 2):
            yield from combinations_with_replacement(range(size), 2)
        elif count == 1:
            for many in range(1, size):
                yield from combinations(self.layout.digits, many)

    def _whole(self) -> None:
        if self.kind.cells[0] or self.kind.name.endswith("shaded-digits"):
            return  # the latter is the same of every cell
        for values in self.numbers(0):
            made = self.made((), values)
            if made:
                self._add(f"0|{','.join(map(str, values))}", made)

    def _any_cells(self) -> bool:
        """List rules that say the same of any cell of a board with a layer."""
        if not self.kind.on_layer:
            return False
        for values in self.numbers(1):
            made = self._renamed(values)
            if made is None:
                return False
            self._add(f"1|{','.join(map(str, values))}", made)
        self.more = {"each": True, "all": self.kind.cells[0] == 0}
        return True

    def _renamed(self, values: Cells) -> list[Template] | None:
        """Return the templates of a rule for any cell, which is 0 there and its cell of the layer
        1; None if two tries differ."""
        tries = []
        for cell in 0, self.layout.board_cells - 1:
            names = {cell: 0, self.layout.board_cells + cell: 1}
            found = []
            for kind, _, data, *_ in self.made((cell,), values) or ():
                places = CELLS_OF.get(kind, ())
                if any(data[place] not in names for place in places):
                    return None
                for place in places:
                    data[place] = names[data[place]]
                found.append([kind, [*places], data])
            tries.append(found)
        return tries[0] if tries[0] and tries[0] == tries[1] else None

    def _at_places(self) -> bool:
        """List rules of which each cell counts by itself."""
        board = range(self.layout.board_cells)
        if self.kind.cells == (0, 2):
            own = self._ends()
        else:
            common = self.made(()) or [] if self.kind.cells[0] == 0 else []
            first = {}
            for cell in (0, 1, 2, 3, board[-1]):
                first[cell] = self._of_cell(cell, common)
            if not self._is_sum_of_cells(common, first):
                return False
            own = []
            for cell in board:
                own.append(first[cell] if cell in first else self._of_cell(cell, common))
        if not all(some is not None for some in own):
            return False
        self.more["at"] = [self._kept(some or []) for some in own]
        self.rules.setdefault("0|", self._kept([]))
        return True

    def _of_cell(self, cell: int, common: list[Template]) -> list[Template] | None:
        """Return what a rule of this cell alone says beside what the board says anyway."""
        made = self.made((cell,))
        if made is None:
            return None
        return _without(made, common)

    def _is_sum_of_cells(
        self, common: list[Template], own: Mapping[int, list[Template] | None]
    ) -> bool:
        """Return whether rules of two cells say what both say, or this without pairs of them."""
        last = max(own)
        is_usual = is_apart = True
        for pair in (0, 1), (1, 0), (0, last), (2, 3):
            usual = list(common)
            for cell in pair:
                usual += own[cell] or []
            apart = [one for one in usual if not {*_scope(one)} <= {*pair}]
            made = _texts(self.made(pair) or ())
            is_usual = is_usual and made == _texts(usual)
            is_apart = is_apart and made == _texts(apart)
        if is_apart and not is_usual:
            self.more = {"apart": True}
        return is_usual or is_apart

    def _ends(self) -> list[list[Template] | None]:
        """Return what each cell says as an end; "2|" is what the board says with two ends, as if
        there were none."""
        board = self.layout.board_cells
        last = board - 1
        far = self.made((last - 1, last)) or []
        near = self.made((0, 1)) or []

        def about(made: Iterable[Template], *cells: int) -> list[Template]:
            return [one for one in made if _scope(one)[0] - board in cells]

        both = [one for one in far if one in near]
        elsewhere = [*about(far, 0, 1), *about(near, last - 1, last)]
        self._add("2|", [*both, *_without(elsewhere, both)])
        self.more = {"instead": True}
        own: list[list[Template] | None] = []
        for cell in range(board):
            usual = near if cell > 1 else far
            other = last if cell < last else 0
            own.append(_without(about(self.made((cell, other)) or (), cell), usual))
        return own

    def _with_areas(self) -> None:
        """List a rule with an area for each of its cells as the same without its cells."""
        made = self.made((0,)) or []
        areas = [one for one in made if one[0] == dispatch.AREAS]
        for one in areas:
            _, places, data = one
            cell = data.pop()
            data.pop()
            data[CLUES] -= 1
            one[1] = [place for place in places if place < len(data) and data[place] != cell]
        if len(areas) == 1:
            self._add("0|", made)
            self.more = {"areas": True}

    def _given(self, rule: Constraint) -> None:
        """List a rule of the board as that of its cells alone."""
        self.around = tuple([one for one in self.around if one != rule])
        self._add("0|", self.made(rule.cells) or [])
        self.more = {"cells": rule.cells}

    def _labels(self) -> None:
        """List the rule whose cells are the layer's, all of them."""
        layout = self.layout.with_layer()
        self.layout = layout.without_constraints()
        made = self.made(tuple(layout.extra_cells), (layout.size,))
        if made:
            self._add(f"0|{layout.size}", made)
            self.more = {"labels": True}

    def _ranks(self) -> None:
        """List ranks: the beginning of their parameters by number, the rest by line."""
        lines = [house.cells for house in self.layout.houses if house.is_line]
        lines += [cells[::-1] for cells in lines]
        heads = {}
        for rank in range(1, len(lines) + 1):
            for values in (rank,), (rank, 1):
                for _, _, data in self.made(lines[0], values) or ():
                    heads[",".join(map(str, values))] = data[:RANK_HEAD]
        tails = {}
        for line in lines:
            for _, _, data in self.made(line, (1,)) or ():
                tails[",".join(map(str, line))] = data[RANK_HEAD:]
        self.rules["rank"] = self._kept([])
        self.more = {"ordered": True, "heads": heads, "tails": tails}


def _scope(one: Template) -> list[int]:
    """Return the cells of a template on its own cells."""
    _, places, data, *_ = one
    return [data[place] for place in places]


def _texts(made: Iterable[Template]) -> list[str]:
    return sorted(map(json.dumps, made))


def _without(made: Iterable[Template], common: list[Template]) -> list[Template]:
    return [one for one in made if one not in common]
