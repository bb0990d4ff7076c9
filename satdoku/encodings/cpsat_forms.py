"""The generic forms of a variant's rules as CP-SAT constraints: tables, linear sums, automata.

They share only the meaning of the rules with the clauses, and so serve to check them; for long sums
they are stronger than clauses.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from copy import copy
from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from ..constraints import forms
from ..constraints.registry import forms_of
from ..errors import LayoutError
from ..layout import Layout

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel


def say_rules(model: CpModel, cells: Sequence[Any], layout: Layout) -> None:
    """Add all rules of a layout to a model; cells: integers 1 … size, one per cell."""
    rules = _ModelBuilder(model, cells, layout)
    for constraint in layout.constraints:
        for form in forms_of(constraint, layout, in_sums=True):
            rules.say(form)


@lru_cache(maxsize=64)
def _differences(digits: tuple[int, ...], pairs: forms.DigitPairs) -> frozenset[int]:
    """Return the differences of pairs of digits if these are all pairs with them, else none."""
    found = frozenset(a - b for a, b in pairs)
    all_pairs = [(a, b) for a in digits for b in digits if a - b in found]
    return found if len(all_pairs) == len(pairs) else frozenset()


@lru_cache(maxsize=512)
def _sets_with(
    digits: tuple[int, ...], count: int, sums: frozenset[int]
) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(one) for one in combinations(digits, count) if sum(one) in sums)


class _ModelBuilder:
    """Adds forms to a model. `when`: a Boolean that enforces them, None for always.

    Invariant: no constraint is added twice. said: the forms that hold already; different: sets of
    cells that are distinct already, at first the houses; literals: what `_is_in` has made.
    """

    def __init__(self, model: CpModel, cells: Sequence[Any], layout: Layout) -> None:
        self.model = model
        self.cells = cells
        self.layout = layout
        self.when: Any = None
        self.digits = layout.digits
        self.shift = 1 - layout.digits[0]
        self.said: set[Hashable] = set()
        self.different = [frozenset(house.cells) for house in layout.houses]
        self.literals: dict[tuple[int, frozenset[int]], Any] = {}

    def _enforced(self, when: Any) -> _ModelBuilder:
        """Return the same for forms that `when` enforces; what holds always is not said again."""
        inner = copy(self)
        inner.when = when
        inner.said = self.said.copy()
        inner.different = self.different.copy()
        return inner

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
        """Add one form, unless it holds already."""
        from ortools.sat.python.cp_model import Domain

        if self._is_said(form):
            return
        model, x = self.model, self.cells
        match form:
            case forms.Candidates(cell, digits):
                self._domain(cell, digits)
            case forms.Relation(a, b, pairs):
                self._relation(a, b, pairs)
            case forms.OneOf(cells, digits, exactly):
                count = sum(self._is_in(cell, digits) for cell in cells)
                is_right = count == 1 if exactly else count <= 1
                self._if(model.add(is_right))
            case forms.Distinct(cells):
                self._distinct(cells)
            case forms.Sum(cells, coefficients, total):
                # The model counts digits from 1, the rule from the layout's least.
                moved = total + self.shift * sum(coefficients)
                terms = zip(coefficients, cells, strict=True)
                weighted = sum(k * x[cell] for k, cell in terms)
                self._if(model.add(weighted == moved))
            case forms.Sets(cells, sets):
                self._distinct(cells)
                self._sets(cells, sets)
            case forms.Count(cells, digit, numbers):
                count = sum(self._is_in(cell, (digit,)) for cell in cells)
                allowed = Domain.from_values(list(numbers))
                self._if(model.add_linear_expression_in_domain(count, allowed))
            case forms.Automaton() | forms.LabelCount():
                self._automaton(forms.as_automaton(form, self.digits))
            case forms.DistinctCount(control, cells):
                self._distinct_count(control, cells)
            case forms.Rank():
                self._rank(form)
            case forms.Unequal(line, other):
                self._unequal(line, other)
            case forms.Alike(groups):
                self._alike(groups)
            case forms.Connected():
                self._connected(form)
            case forms.Areas():
                self._areas(form)
            case forms.Parted():
                self._parted(form)
            case forms.AnyOf(alternatives):
                self._any_of(alternatives)

    def _is_said(self, what: Hashable) -> bool:
        """Return whether this holds already; from now on it does."""
        known = what in self.said
        self.said.add(what)
        return known

    def _any_of(self, alternatives: Sequence[Sequence[forms.Form]]) -> None:
        # exactly one true alternative is chosen: unique if they exclude each other
        model = self.model
        held = [model.new_bool_var("") for _ in alternatives]
        chosen = list(held)
        if self.when is not None:
            chosen.append(~self.when)
        model.add_exactly_one(chosen)
        for yes, inside in zip(held, alternatives, strict=True):
            inner = self._enforced(yes)
            for form in inside:
                inner.say(form)

    def _unequal(self, line: Sequence[int], other: Sequence[int]) -> None:
        model = self.model
        differs = [model.new_bool_var("") for _ in line]
        for yes, a, b in zip(differs, line, other, strict=True):
            is_other = self.cells[a] != self.cells[b]
            model.add(is_other).only_enforce_if(yes)
        self._if(model.add_bool_or(differs))

    def _distinct(self, cells: Sequence[int]) -> None:
        group = frozenset(cells)
        is_each_once = len(group) == len(cells)  # a cell does not differ from itself
        if is_each_once and any(group <= known for known in self.different):
            return
        self.different.append(group)
        if self.when is None:
            self.model.add_all_different([self.cells[cell] for cell in cells])
        else:
            # (AllDifferent itself cannot be made to depend on a Boolean.)
            for a, b in combinations(cells, 2):
                is_other = self.cells[a] != self.cells[b]
                self._if(self.model.add(is_other))

    def _relation(self, a: int, b: int, pairs: frozenset[tuple[int, int]]) -> None:
        """Relate two cells: by their difference or sum if the pairs are all with these, or by a
        table."""
        from ortools.sat.python.cp_model import Domain

        digits = tuple(self.layout.digits)
        differences = _differences(digits, pairs)
        if differences:
            apart = self.cells[a] - self.cells[b]
            allowed = Domain.from_values(list(differences))
            self._if(self.model.add_linear_expression_in_domain(apart, allowed))
            return
        total = sum(next(iter(pairs), ()))
        adding_up = frozenset((d, total - d) for d in digits if total - d in digits)
        missing = adding_up - pairs
        if pairs and pairs <= adding_up and all(d == e for d, e in missing):
            both = self.cells[a] + self.cells[b]
            self._if(self.model.add(both == total + 2 * self.shift))
            if missing:
                self._distinct((a, b))
            return
        self._table([a, b], sorted(pairs))

    def _sets(self, cells: Sequence[int], sets: Sequence[frozenset[int]]) -> None:
        """Restrict distinct cells to sets: by their sums if these are all sets with them, by the
        least and the greatest digit if the sets are runs, otherwise by a table of which digits are
        held."""
        from ortools.sat.python.cp_model import Domain

        model = self.model
        sums = frozenset(map(sum, sets))
        if set(sets) == _sets_with(tuple(self.layout.digits), len(cells), sums):
            total = sum(self.cells[cell] - self.shift for cell in cells)
            allowed = Domain.from_values(list(sums))
            self._if(model.add_linear_expression_in_domain(total, allowed))
            return
        most = len(cells) - 1
        are_runs = all(max(one) - min(one) == most for one in sets)
        if self.when is None and are_runs and len(sets) == self.layout.size - most:
            least = model.new_int_var(1, len(sets), "")
            line = [self.cells[cell] for cell in cells]
            model.add_min_equality(least, line)
            model.add_max_equality(least + most, line)
            return
        rows = [[int(d in one) for d in self.layout.digits] for one in sets]
        self._if(model.add_allowed_assignments(self._held(cells), rows))

    def _held(self, cells: Sequence[int]) -> list[Any]:
        """Return a Boolean for each digit: whether some cell holds it."""
        held = []
        for digit in self.layout.digits:
            here = [self._is_in(cell, (digit,)) for cell in cells]
            yes = self.model.new_bool_var("")
            self.model.add_max_equality(yes, here)
            held.append(yes)
        return held

    def _distinct_count(self, control: int, cells: Sequence[int]) -> None:
        wanted = self.cells[control] - self.shift
        self._if(self.model.add(sum(self._held(cells)) == wanted))

    def _alike(self, groups: Sequence[Sequence[int]]) -> None:
        """Let each digit be as often in each group as in the first: once or not at all."""
        for group in groups:
            self._distinct(group)
        for digit in self.layout.digits:
            counts = [sum(self._is_in(cell, (digit,)) for cell in group) for group in groups]
            for count in counts[1:]:
                self.model.add(count == counts[0])

    def _is_in(self, cell: int, digits: Iterable[int]) -> Any:
        """Return a Boolean: whether the cell holds one of the digits."""
        from ortools.sat.python.cp_model import Domain

        model = self.model
        value = self.cells[cell]
        key = cell, frozenset(digits)
        known = self.literals.get(key)
        if known is not None:
            return known
        inside = Domain.from_values([d + self.shift for d in digits])
        outside = inside.complement()
        yes = self.literals[key] = model.new_bool_var("")
        model.add_linear_expression_in_domain(value, inside).only_enforce_if(yes)
        model.add_linear_expression_in_domain(value, outside).only_enforce_if(~yes)
        return yes

    def _counted(self, cells: Sequence[int], digits: frozenset[int], count: int) -> None:
        """Let exactly `count` of the cells hold one of the digits."""
        if not self._is_said((cells, digits, count)):
            held = sum(self._is_in(cell, digits) for cell in cells)
            self._if(self.model.add(held == count))

    def _belongs(self, cell: int, digits: frozenset[int]) -> Any:
        """Return a Boolean: whether the cell is in a piece; none is unless it is enforced."""
        yes = self._is_in(cell, digits)
        if self.when is None:
            return yes
        both = self.model.new_bool_var("")
        self.model.add_multiplication_equality(both, [yes, self.when])
        return both

    def _connected(self, form: forms.Connected) -> None:
        """Give each cell of the piece but the first a parent that is one step nearer to it."""
        inside = {cell: self._belongs(cell, form.digits) for cell in form.cells}
        if form.size:
            self._counted(form.cells, form.digits, form.size)
        if form.is_line:
            self._circuit(form, inside)
            return
        starts = {cell: inside[cell] for cell in form.border}
        if not form.must_touch:
            self._first_cell(form, inside, starts)
        self._reached(form, inside, starts)

    def _first_cell(
        self, form: forms.Connected, inside: dict[int, Any], starts: dict[int, Any]
    ) -> None:
        """Let the piece start at its first cell, too, if it touches no border; see `starts`."""
        model = self.model
        at_border = [inside[cell] for cell in form.border]
        # The first cell in a fixed order, not any: else each cell of the piece could be its start,
        # and one board would be as many solutions of the model.
        earlier = list(starts.values())
        firsts = []
        for cell in form.cells:
            if cell in starts:
                continue
            first = model.new_bool_var("")
            none_earlier = [~other for other in earlier]
            model.add_implication(first, inside[cell])
            model.add_bool_and(none_earlier).only_enforce_if(first)
            earlier.append(inside[cell])
            firsts.append(first)
            starts[cell] = first
        self._if(model.add_bool_or([*firsts, *at_border]))
        model.add_at_most_one(firsts)

    def _circuit(self, form: forms.Connected, inside: dict[int, Any]) -> None:
        """Visit all cells inside by one circuit; a node beside the cells joins the ends of a path.

        An arc from a cell to itself leaves it out. Two pieces cannot be visited, since the node
        joins only one pair of cells.
        """
        model = self.model
        joint = 1 + max(form.cells)
        ways = []
        for a, b in form.edges:
            ways.append((a, b))
            ways.append((b, a))
        ways += [(joint, cell) for cell in (*form.cells, joint)]
        ways += [(cell, joint) for cell in form.cells]
        arcs = [(cell, cell, ~yes) for cell, yes in inside.items()]
        arcs += [(a, b, model.new_bool_var("")) for a, b in ways]
        model.add_circuit(arcs)
        self._if(model.add_bool_or(inside.values()))

    def _areas(self, form: forms.Areas) -> None:
        """Give each cell the root of its area: a clue, or without clues the first cell."""
        model = self.model
        inside = {cell: self._is_in(cell, form.digits) for cell in form.cells}
        owner = {cell: model.new_int_var(0, len(form.cells) - 1, "") for cell in form.cells}
        roots = [cell for cell, _ in form.clues] or form.cells
        number = {cell: i for i, cell in enumerate(form.cells)}
        starts: dict[int, Any] = {}
        for a, b in form.edges:
            are_alike = owner[a] == owner[b]
            model.add(are_alike).only_enforce_if(inside[a], inside[b])
        sizes = [self.cells[control] - self.shift for _, control in form.clues]
        for i, root in enumerate(roots):
            place = number[root]
            own = []
            for cell in form.cells:
                mine = model.new_bool_var("")
                model.add_implication(mine, inside[cell])
                model.add(owner[cell] == place).only_enforce_if(mine)
                model.add(owner[cell] != place).only_enforce_if(~mine, inside[cell])
                own.append(mine)
            is_root = own[place]
            starts[root] = is_root
            if form.clues:
                model.add(is_root == 1)
                model.add(sum(own) == sizes[i])
            else:
                nobody = [~one for one in own]
                model.add(sum(own) == form.size).only_enforce_if(is_root)
                model.add_bool_and(nobody).only_enforce_if(~is_root)
                model.add_bool_and(nobody[:place])  # the root is the first cell of its area
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
                is_nearer = steps[child] == steps[parent] + 1
                model.add_implication(way, inside[parent])
                model.add(is_nearer).only_enforce_if(way)
                ways[child].append(way)
        for cell in form.cells:
            is_inside = inside[cell]
            reasons = ways[cell]
            if cell in starts:
                model.add(steps[cell] == 0).only_enforce_if(starts[cell])
                reasons.append(starts[cell])
            count = sum(reasons)
            model.add(count == 1).only_enforce_if(is_inside)
            model.add(count == 0).only_enforce_if(~is_inside)
            # Free, these would multiply the model's solutions.
            model.add(steps[cell] == 0).only_enforce_if(~is_inside)

    def _parted(self, form: forms.Parted) -> None:
        """Forbid the same label with the same digit twice; make each label as frequent as given."""
        model = self.model
        base = self.layout.size + 1
        pairs = zip(form.labels, form.cells, strict=True)
        # (A label and a digit in one number: its base is more than any digit.)
        numbers = [base * self.cells[tag] + self.cells[cell] for tag, cell in pairs]
        model.add_all_different(numbers)
        for k in range(form.count):
            label = self.layout.digits[0] + k
            self._counted(form.labels, frozenset((label,)), form.size)

    def _rank(self, form: forms.Rank) -> None:
        """Compare the lines as numbers."""
        model = self.model
        base = self.layout.size + 1
        if base ** len(form.line) > 2**62:
            raise LayoutError("numbers of so many digits are too large for CP-SAT")

        def value(cells: Sequence[int]) -> Any:
            powers = [base**i for i in reversed(range(len(cells)))]
            terms = zip(powers, cells, strict=True)
            return sum(power * self.cells[cell] for power, cell in terms)

        when = [] if self.when is None else [self.when]
        less = [model.new_bool_var("") for _ in form.others]
        for yes, other in zip(less, form.others, strict=True):
            model.add(value(other) < value(form.line)).only_enforce_if(yes)
            # where the form need not hold, lines may be equal
            if form.ties or when:
                model.add(value(other) >= value(form.line)).only_enforce_if(~yes)
            if not form.ties:
                more = model.add(value(other) > value(form.line))
                more.only_enforce_if([~yes, *when])
        self._if(model.add(sum(less) == form.below))

    def _automaton(self, form: forms.Automaton) -> None:
        has_choices = any(len({move[:2] for move in layer}) < len(layer) for layer in form.layers)
        if has_choices and self.when is not None:
            form = forms.determinized(form, self.layout.digits)
        if has_choices or self.when is not None:
            self._states(form)
            return
        numbers: dict[tuple[int, int], int] = {}
        moves = []
        for i, layer in enumerate(form.layers):
            for q, d, t in layer:
                source = numbers.setdefault((i, q), len(numbers))
                target = numbers.setdefault((i + 1, t), len(numbers))
                move = (source, d + self.shift, target)
                moves.append(move)
        if not moves:
            self._domain(form.cells[0], [])
            return
        ends = [number for (i, _), number in numbers.items() if i == len(form.cells)]
        variables = [self.cells[cell] for cell in form.cells]
        self.model.add_automaton(variables, numbers[0, 0], ends, moves)

    def _states(self, form: forms.Automaton) -> None:
        """Add an automaton by a variable for each state, from 1, tied to the next by a table.

        So states may have several moves for a digit. (Determinized, they take CP-SAT up to six
        times as long.) If `when` enforces the automaton, it has none of these, and is completed by
        a state of failure, 0, which `when` excludes at the end.
        """
        model = self.model
        before: Any = model.new_constant(1)
        states = 1
        for cell, layer in zip(form.cells, form.layers, strict=True):
            rows = [(q + 1, d + self.shift, t + 1) for q, d, t in layer]
            last = max((t for _, _, t in rows), default=0)
            if self.when is not None:
                known = {row[:2] for row in rows}
                every = product(range(states + 1), self.layout.digit_numbers)
                rows += [(q, d, 0) for q, d in every if (q, d) not in known]
            after = model.new_int_var(0, last, "")
            model.add_allowed_assignments([before, self.cells[cell], after], rows)
            before = after
            states = last
        self._if(model.add(before != 0))
