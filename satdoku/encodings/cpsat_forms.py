"""The generic forms of a variant's rules as CP-SAT constraints: tables, linear sums, automata.

They share only the meaning of the rules with the clauses, and so serve to check them; for long sums
they are stronger than clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from operator import ge, gt, le, lt, ne
from typing import TYPE_CHECKING, Any

from ..constraints import forms
from ..constraints.registry import meaning
from ..errors import EncodingError, LayoutError
from ..layout import Layout

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel


def say_rules(model: CpModel, cells: Sequence[Any], layout: Layout) -> None:
    """Add all rules of a layout to a model; cells: integers 1 … size, one per cell."""
    for _, rule_forms in meaning(layout, in_sums=True):
        for form in rule_forms:
            _Model(model, cells, layout).say(form)


#: Relations that are linear constraints.
SIGNS = (lt, gt, ne, le, ge)


@lru_cache(maxsize=64)
def _pairs(digits: tuple[int, ...], sign: Callable[[int, int], bool]) -> frozenset[tuple[int, int]]:
    return frozenset((a, b) for a in digits for b in digits if sign(a, b))


@lru_cache(maxsize=512)
def _sets_with(
    digits: tuple[int, ...], count: int, sums: frozenset[int]
) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(one) for one in combinations(digits, count) if sum(one) in sums)


class _Model:
    """Adds forms to a model; `when`: a Boolean that enforces them, None for always."""

    def __init__(
        self, model: CpModel, cells: Sequence[Any], layout: Layout, when: Any = None
    ) -> None:
        self.model = model
        self.cells = cells
        self.layout = layout
        self.when = when
        self.shift = 1 - layout.digits[0]

    def _if(self, constraint: Any) -> None:
        if self.when is not None:
            constraint.only_enforce_if(self.when)

    def _table(self, cells: Sequence[int], words: Sequence[Sequence[int]]) -> None:
        variables = [self.cells[cell] for cell in cells]
        rows = [[d + self.shift for d in word] for word in words]
        self._if(self.model.add_allowed_assignments(variables, rows))

    def _domain(self, cell: int, digits: Iterable[int]) -> None:
        from ortools.sat.python.cp_model import Domain

        domain = Domain.from_values([d + self.shift for d in digits])
        self._if(self.model.add_linear_expression_in_domain(self.cells[cell], domain))

    def say(self, form: forms.Form) -> None:
        """Add one form."""
        model, x = self.model, self.cells
        match form:
            case forms.Candidates(cell, digits):
                self._domain(cell, digits)
            case forms.Relation(a, b, pairs):
                self._relation(a, b, pairs)
            case forms.OneOf(cells, digits, exactly):
                count = sum(self._is_in(cell, digits) for cell in cells)
                self._if(model.add(count == 1) if exactly else model.add(count <= 1))
            case forms.Distinct(cells):
                self._distinct(cells)
            case forms.Sum(cells, coefficients, total):
                moved = total + self.shift * sum(coefficients)
                terms = zip(coefficients, cells, strict=True)
                self._if(model.add(sum(k * x[cell] for k, cell in terms) == moved))
            case forms.Sets(cells, sets):
                self._distinct(cells)
                self._sets(cells, sets)
            case forms.Automaton():
                self._automaton(form)
            case forms.DistinctCount(control, cells):
                self._distinct_count(control, cells)
            case forms.Rank(line, others, below):
                self._rank(line, others, below)
            case forms.Unequal(line, other):
                differs = [model.new_bool_var("") for _ in line]
                for yes, a, b in zip(differs, line, other, strict=True):
                    model.add(x[a] != x[b]).only_enforce_if(yes)
                model.add_bool_or(differs)
            case forms.Alike(groups):
                self._alike(groups)
            case forms.Connected():
                self._connected(form)
            case forms.Areas():
                self._areas(form)
            case forms.Parted():
                self._parted(form)
            case forms.AnyOf(alternatives):
                # exactly one true alternative is chosen: unique if they exclude each other
                held = [model.new_bool_var("") for _ in alternatives]
                model.add_exactly_one(held if self.when is None else [*held, ~self.when])
                for yes, inside in zip(held, alternatives, strict=True):
                    for inner in inside:
                        _Model(model, x, self.layout, yes).say(inner)

    def _distinct(self, cells: Sequence[int]) -> None:
        if self.when is None:
            self.model.add_all_different([self.cells[cell] for cell in cells])
        else:
            for a, b in combinations(cells, 2):
                self._if(self.model.add(self.cells[a] != self.cells[b]))

    def _relation(self, a: int, b: int, pairs: frozenset[tuple[int, int]]) -> None:
        """Relate two cells: by a linear constraint if the pairs are all of one, or by a table."""
        digits = tuple(self.layout.digits)
        sign = next((sign for sign in SIGNS if pairs == _pairs(digits, sign)), None)
        if sign:
            self._if(self.model.add(sign(self.cells[a], self.cells[b])))
        else:
            self._table([a, b], sorted(pairs))

    def _sets(self, cells: Sequence[int], sets: Sequence[frozenset[int]]) -> None:
        """Restrict distinct cells to sets: by their sums if these are all sets with them, otherwise
        by one bit per digit and the sum of the bits."""
        from ortools.sat.python.cp_model import Domain

        model, size = self.model, self.layout.size
        sums = frozenset(map(sum, sets))
        if set(sets) == _sets_with(tuple(self.layout.digits), len(cells), sums):
            total = sum(self.cells[cell] - self.shift for cell in cells)
            allowed = Domain.from_values(list(sums))
            self._if(model.add_linear_expression_in_domain(total, allowed))
            return
        bits = model.new_int_var(0, 2 << size, "")
        model.add(bits == sum(self._bit(cell) for cell in cells))
        rows_ = [(sum(1 << (d + self.shift) for d in s),) for s in sets]
        self._if(model.add_allowed_assignments([bits], rows_))

    def _distinct_count(self, control: int, cells: Sequence[int]) -> None:
        """Count the digits by a Boolean for each: whether some cell holds it."""
        model = self.model
        held = [model.new_bool_var("") for _ in self.layout.digits]
        for digit, yes in enumerate(held, 1):
            here = []
            for cell in cells:
                is_it = model.new_bool_var("")
                model.add(self.cells[cell] == digit).only_enforce_if(is_it)
                model.add(self.cells[cell] != digit).only_enforce_if(~is_it)
                model.add_implication(is_it, yes)
                here.append(is_it)
            model.add_bool_or(here).only_enforce_if(yes)
        self._if(model.add(sum(held) == self.cells[control] - self.shift))

    def _bit(self, cell: int) -> Any:
        """Return a variable that is a power of two, one for each digit of the cell."""
        size = self.layout.size
        bit = self.model.new_int_var(0, 1 << size, "")
        rows = [(d, 1 << d) for d in range(1, size + 1)]
        self.model.add_allowed_assignments([self.cells[cell], bit], rows)
        return bit

    def _alike(self, groups: Sequence[Sequence[int]]) -> None:
        bits = {cell: self._bit(cell) for cell in dict.fromkeys(c for g in groups for c in g)}
        totals = [sum(bits[cell] for cell in group) for group in groups]
        for group, total in zip(groups, totals, strict=True):
            self._distinct(group)
            self.model.add(total == totals[0])

    def _is_in(self, cell: int, digits: Iterable[int]) -> Any:
        """Return a Boolean: whether the cell holds one of the digits."""
        from ortools.sat.python.cp_model import Domain

        inside = Domain.from_values([d + self.shift for d in digits])
        yes = self.model.new_bool_var("")
        for held, when in ((inside, yes), (inside.complement(), ~yes)):
            self.model.add_linear_expression_in_domain(self.cells[cell], held).only_enforce_if(when)
        return yes

    def _connected(self, form: forms.Connected) -> None:
        """Give each cell of the piece but the first a parent that is one step nearer to it."""
        model = self.model
        inside = {cell: self._is_in(cell, form.digits) for cell in form.cells}
        if form.size:
            model.add(sum(inside.values()) == form.size)
        if form.is_line:
            self._circuit(form, inside)
            return
        starts = {cell: inside[cell] for cell in form.border}
        earlier, firsts = list(starts.values()), []
        for cell in form.cells if not form.must_touch else ():
            if cell not in starts:
                first = model.new_bool_var("")
                model.add_implication(first, inside[cell])
                model.add_bool_and([~other for other in earlier]).only_enforce_if(first)
                earlier.append(inside[cell])
                firsts.append(first)
                starts[cell] = first
        if not form.must_touch:
            model.add_bool_or([*firsts, *(inside[cell] for cell in form.border)])
            model.add_at_most_one(firsts)
        self._reached(form, inside, starts)

    def _circuit(self, form: forms.Connected, inside: dict[int, Any]) -> None:
        """Visit all cells inside by one circuit; a node beside the cells joins the ends of a path.

        An arc from a cell to itself leaves it out. Two pieces cannot be visited, since the node
        joins only one pair of cells.
        """
        model, joint = self.model, 1 + max(form.cells)
        arcs = [(cell, cell, ~yes) for cell, yes in inside.items()]
        for a, b in form.edges:
            arcs += [(a, b, model.new_bool_var("")), (b, a, model.new_bool_var(""))]
        arcs += [(joint, cell, model.new_bool_var("")) for cell in (*form.cells, joint)]
        arcs += [(cell, joint, model.new_bool_var("")) for cell in form.cells]
        model.add_circuit(arcs)
        model.add_bool_or(inside.values())

    def _areas(self, form: forms.Areas) -> None:
        """Give each cell the root of its area: a clue, or without clues the first cell."""
        model = self.model
        inside = {cell: self._is_in(cell, form.digits) for cell in form.cells}
        owner = {cell: model.new_int_var(0, len(form.cells) - 1, "") for cell in form.cells}
        roots = [cell for cell, _ in form.clues] or form.cells
        number = {cell: i for i, cell in enumerate(form.cells)}
        starts: dict[int, Any] = {}
        for a, b in form.edges:
            model.add(owner[a] == owner[b]).only_enforce_if(inside[a], inside[b])
        sizes = [self.cells[control] - self.shift for _, control in form.clues]
        for i, root in enumerate(roots):
            own = []
            for cell in form.cells:
                mine = model.new_bool_var("")
                model.add_implication(mine, inside[cell])
                model.add(owner[cell] == number[root]).only_enforce_if(mine)
                model.add(owner[cell] != number[root]).only_enforce_if(~mine, inside[cell])
                own.append(mine)
            starts[root] = own[number[root]]
            if form.clues:
                model.add(starts[root] == 1)
                model.add(sum(own) == sizes[i])
            else:
                model.add(sum(own) == form.size).only_enforce_if(starts[root])
                model.add_bool_and([~one for one in own]).only_enforce_if(~starts[root])
                model.add_bool_and([~one for one in own[: number[root]]])
        self._reached(form, inside, starts)

    def _reached(
        self, form: forms.Connected | forms.Areas, inside: dict[int, Any], starts: dict[int, Any]
    ) -> None:
        """Make each cell inside a start, or give it a parent that is one step nearer to one."""
        model = self.model
        steps = {cell: model.new_int_var(0, len(form.cells), "") for cell in form.cells}
        ways: dict[int, list[Any]] = {cell: [] for cell in form.cells}
        for pair in form.edges:
            for child, parent in (pair, pair[::-1]):
                way = model.new_bool_var("")
                model.add_implication(way, inside[parent])
                model.add(steps[child] == steps[parent] + 1).only_enforce_if(way)
                ways[child].append(way)
        for cell in form.cells:
            first = [starts[cell]] if cell in starts else []
            for start in first:
                model.add(steps[cell] == 0).only_enforce_if(start)
            model.add(sum([*ways[cell], *first]) == 1).only_enforce_if(inside[cell])
            model.add(sum([*ways[cell], *first]) == 0).only_enforce_if(~inside[cell])
            model.add(steps[cell] == 0).only_enforce_if(~inside[cell])

    def _parted(self, form: forms.Parted) -> None:
        """Forbid the same label with the same digit twice; make each label as frequent as given."""
        model, size = self.model, self.layout.size
        pairs = zip(form.labels, form.cells, strict=True)
        model.add_all_different([(size + 1) * self.cells[k] + self.cells[c] for k, c in pairs])
        for k in range(form.count):
            label = self.layout.digits[0] + k
            model.add(sum(self._is_in(tag, (label,)) for tag in form.labels) == form.size)

    def _rank(self, line: Sequence[int], others: Sequence[Sequence[int]], below: int) -> None:
        """Compare the lines as numbers."""
        model, base = self.model, self.layout.size + 1
        if base ** len(line) > 2**62:
            raise LayoutError("numbers of so many digits are too large for CP-SAT")

        def value(cells: Sequence[int]) -> Any:
            powers = (base**i for i in reversed(range(len(cells))))
            return sum(power * self.cells[c] for power, c in zip(powers, cells, strict=True))

        less = [model.new_bool_var("") for _ in others]
        for yes, other in zip(less, others, strict=True):
            model.add(value(other) < value(line)).only_enforce_if(yes)
            more = model.add(value(other) > value(line))
            if self.when is None:
                more.only_enforce_if(~yes)
            else:  # if the form need not hold, lines may be equal
                more.only_enforce_if([~yes, self.when])
                model.add(value(other) >= value(line)).only_enforce_if(~yes)
        self._if(model.add(sum(less) == below))

    def _automaton(self, form: forms.Automaton) -> None:
        if self.when is not None:
            self._guarded(form)
            return
        numbers: dict[tuple[int, int], int] = {}
        moves = []
        for i, layer in enumerate(form.layers):
            for q, d, t in layer:
                source = numbers.setdefault((i, q), len(numbers))
                target = numbers.setdefault((i + 1, t), len(numbers))
                moves.append((source, d + self.shift, target))
        if not moves:
            self._domain(form.cells[0], [])
            return
        ends = [number for (i, _), number in numbers.items() if i == len(form.cells)]
        variables = [self.cells[cell] for cell in form.cells]
        if len({move[:2] for move in moves}) == len(moves):
            self.model.add_automaton(variables, numbers[0, 0], ends, moves)
        else:  # several transitions for a state and digit: states are variables, tied by tables
            self._states(form)

    def _guarded(self, form: forms.Automaton) -> None:
        """Add the automaton, completed by a state of failure, which `when` excludes at the end.

        A table of all accepted words would be short for small automata only.
        """
        model, failed = self.model, 0
        before: Any = model.new_constant(1)
        states = {0}
        for cell, layer in zip(form.cells, form.layers, strict=True):
            moves = {(q, d): t + 1 for q, d, t in layer}
            if len(moves) < len(layer):
                raise EncodingError(
                    "CP-SAT's integer model does not support this rule within an `or`"
                )
            rows = []
            for q in [-1, *sorted(states)]:  # -1 stands for the state of failure
                digits = self.layout.digits
                rows += [(q + 1, d + self.shift, moves.get((q, d), failed)) for d in digits]
            states = {t for _, _, t in layer}
            after = model.new_int_var(0, max(states, default=0) + 1, "")
            model.add_allowed_assignments([before, self.cells[cell], after], rows)
            before = after
        self._if(model.add(before != failed))

    def _states(self, form: forms.Automaton) -> None:
        model = self.model
        before: Any = model.new_constant(0)
        for cell, layer in zip(form.cells, form.layers, strict=True):
            after = model.new_int_var(0, max(t for _, _, t in layer), "")
            rows = [(q, d + self.shift, t) for q, d, t in layer]
            model.add_allowed_assignments([before, self.cells[cell], after], rows)
            before = after
