"""A diagnosis in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..board import Puzzle
from ..formats.metadata import caveat
from ..grouping import grouped
from ..layer_words import cell_in_words
from ..logic.slips import slips_text
from ..logic.step_text.rule_sentences import rule_text
from ..logic.step_text.sentences import conclusion_text, digit_text, named_cells, sentence
from ..plurals import plural
from ..theory import Theory, Variables

if TYPE_CHECKING:
    from .conflicts import Conflict, Repair, RuleRepair
    from .diagnosing import Diagnosis, Freedom
    from .freedom import Difference
    from .redundant import Spare, SpareRules

#: Maximum number of entries shown of a long list.
SHOWN = 5
#: Maximum number of cells listed by name; more are only counted.
LISTED = 12


class Words:
    """The names of the variables and cells of a board."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.theory = Theory.of(puzzle.layout)
        self.layout = puzzle.layout

    def given(self, variable: int) -> str:
        """'r1c1=5'."""
        return conclusion_text(self.theory, [variable], ())

    def givens(self, variables: Iterable[int]) -> str:
        """'r1c1=5, r1c2=5'."""
        return ", ".join(self.each(variables)) or "none"

    def each(self, variables: Iterable[int]) -> list[str]:
        """['r1c1=5', 'r1c2=5']."""
        return list(map(self.given, variables))

    def names(self, cells: Iterable[int]) -> list[str]:
        """['r1c1', 'r1c2']."""
        return list(map(self.layout.cell_name, cells))

    def digit(self, cell: int, digit: int) -> str:
        """'5', or 'shaded' on a layer."""
        return digit_text(self.theory, self.layout.variable_of(cell, digit))

    def cells(self, cells: Iterable[int]) -> str:
        """'r1c12' or 'r1c1,r2c3'."""
        return named_cells(self.theory, cells)


def solutions_text(number: int) -> str:
    """'one solution' or 'several solutions'."""
    return "one solution" if number == 1 else "several solutions"


def text_of(found: Diagnosis, shown: int) -> Iterator[str]:
    """The diagnosis, line by line."""
    words = Words(found.puzzle)
    number = 1 if found.spare else 0 if found.conflict else 2
    unread = caveat(found.puzzle, number, found.solution)
    note = f" ({unread})" if unread else ""
    yield f"{plural(found.puzzle.clues, 'given')}, {found.outcome}{note}"
    if found.conflict:
        yield from _conflict(found.conflict, found.puzzle.givens, words)
    elif found.freedom:
        yield from _freedom(found.freedom, words)
        if found.pairs_cut:
            yield "forced pairs: unknown, out of time"
        if found.pairs:
            yield from _pairs("equal", "=", found.pairs.equal, words, shown)
            yield from _pairs("different", "≠", found.pairs.different, words, shown)
    elif found.spare:
        yield from _spare(found, found.spare, words, shown)


def _pairs(
    what: str, sign: str, pairs: tuple[tuple[int, int], ...], words: Words, shown: int
) -> Iterator[str]:
    listed = [words.cells([a]) + sign + words.cells([b]) for a, b in pairs[:shown]]
    if len(pairs) > shown:
        listed.append("…")
    names = " ".join(listed) or "none"
    yield f"forced {what}: {len(pairs)} pairs of cells: {names}"


def _conflict(conflict: Conflict, givens: Variables, words: Words) -> Iterator[str]:
    first = conflict.sets[0]
    if not first and not any(conflict.rules):
        yield "the board itself has no solution: its houses contradict each other"
        return
    if not conflict.is_minimal:
        size = "a (perhaps not minimal)"
    elif conflict.is_smallest:
        size = "the smallest"
    else:
        size = "a minimal (perhaps not the smallest)"
    yield f"{size} conflict: {_elements(first, conflict.rules[0], words)}"
    if len(conflict.sets) > 1:
        yield from _other_conflicts(conflict, words)
    if conflict.clause:
        steps = f"after {len(conflict.steps)} steps" if conflict.steps else "at once"
        yield f"where it shows: {_place(conflict, givens, words)}, {steps}"
    if conflict.steps_cut:
        yield "where it shows: unknown, out of time"
    for number, step in enumerate(conflict.steps, 1):
        yield f"  {number:3}  {step.name}: {sentence(words.theory, step)}"
    if conflict.slips_cut:
        yield "typed wrong? unknown, out of time"
    if conflict.slips:
        yield f"typed wrong? perhaps {slips_text(conflict.slips)}: one solution"
    for repair in conflict.repairs:
        yield f"repair: {_repair(repair, words)}: {solutions_text(repair.solutions)}"
    for mended in conflict.rule_repairs:
        yield f"repair: {rule_repair_text(mended)}: {solutions_text(mended.solutions)}"
    if not conflict.all_repairs:
        yield "other changes of one given that help: unknown, out of time"
    if conflict.repairs or conflict.rule_repairs:
        return
    helps = "no change of one given helps; " if conflict.all_repairs else ""
    if conflict.remove_rules:
        yield f"{helps}remove {_elements(conflict.remove, conflict.remove_rules, words)}"
    elif conflict.remove:
        yield f"{helps}remove {len(conflict.remove)}: {words.givens(conflict.remove)}"
    else:
        fewest = f"at least {conflict.remove_at_least} givens must go"
        yield f"{helps}{fewest}, but which is unknown: out of time"


def _other_conflicts(conflict: Conflict, words: Words) -> Iterator[str]:
    """The conflicts after the first: how many, and where rules belong to them, some by name."""
    others = list(zip(conflict.sets, conflict.rules, strict=True))[1:]
    has_rules = any(conflict.rules)
    there = "more, and no others" if conflict.is_all else "more, there may be others"
    sizes = ", ".join(str(len(givens) + len(rules)) for givens, rules in others)
    what = "givens and rules" if has_rules else "givens"
    yield f"minimal conflicts: {len(others)} {there}, of {sizes} {what}"
    if has_rules:
        for givens, rules in others[:SHOWN]:
            yield f"  another conflict: {_elements(givens, rules, words)}"


def _elements(givens: Variables, rules: tuple[str, ...], words: Words) -> str:
    parts = []
    if givens or not rules:
        count = plural(len(givens), "given")
        parts.append(f"{count}: {words.givens(givens)}")
    if rules:
        count = plural(len(rules), "rule")
        parts.append(f"{count}: {', '.join(rules)}")
    return "; ".join(parts)


def _place(conflict: Conflict, givens: Variables, words: Words) -> str:
    clause = conflict.clause
    assert clause
    twice = len(set(clause.variables) & set(givens)) > 1
    if clause.house:
        what = f"two {clause.symbol}s" if twice else f"no cell is left for {clause.symbol}"
        return f"{what} in {clause.house}"
    if clause.rule is not None:
        return f"nothing can satisfy the rule {rule_text(words.theory, clause.rule)}"
    cell, _ = words.layout.cell_and_digit(clause.variables[0])
    return f"no digit is left for {cell_in_words(words.layout, cell)}"


def rule_repair_text(repair: RuleRepair) -> str:
    """'change killer:10:r1c1,r1c2 to 16' or 'leave out killer:10:r1c1,r1c2'."""
    if repair.value is None:
        return f"leave out {repair.rule}"
    return f"change {repair.rule} to {repair.value}"


def _repair(repair: Repair, words: Words) -> str:
    name = words.given(repair.given)
    if not repair.digit:
        return f"remove {name}"
    return f"change {name} to {words.layout.symbol(repair.digit)}"


def _freedom(freedom: Freedom, words: Words) -> Iterator[str]:
    count = freedom.count
    if count.is_exact:
        yield f"solutions: {count.at_least:,}"
    elif count.estimate > count.at_least:
        about = f"about {count.estimate:.2g} (an estimate)"
        yield f"solutions: at least {count.at_least:,}, {about}"
    else:
        yield f"solutions: at least {count.at_least:,}"
    if freedom.all_candidates:
        yield f"decided: {len(freedom.decided)} cells: {words.givens(freedom.decided)}"
    yield _open_cells(freedom, words)
    yield _two_solutions(freedom.difference, words)
    added = freedom.addition
    proved = "proved smallest" if added.is_smallest else f"not proved; at least {added.at_least}"
    named = words.givens(added.variables)
    yield f"to make it proper, add {len(added.variables)} ({proved}): {named}"
    for clues in freedom.clues[:SHOWN]:
        yield f"or add: {clues.text(words.layout)}: one solution"
    for change in freedom.changes[:SHOWN]:
        yield f"or {_repair(change, words)}: one solution"
    if len(freedom.changes) > SHOWN:
        yield f"or one of {len(freedom.changes) - SHOWN} other changes of one given: one solution"
    if not freedom.all_changes:
        yield "other changes of one given that leave one solution: unknown, out of time"
    known = "of the solutions" if count.is_exact else "of the solutions known"
    for service in freedom.cells[:SHOWN]:
        cell = words.cells([service.cell])
        average = f"{service.average:.0%} {known} on average"
        yield f"a given in {cell} leaves {average}, {service.worst:.0%} at worst"


def _open_cells(freedom: Freedom, words: Words) -> str:
    held = map(words.layout.cell_and_digit, freedom.candidates)
    possible = grouped((cell, words.digit(cell, d)) for cell, d in held)
    listed = []
    for cell, digits in possible.items():
        if len(digits) > 1:
            between = "" if len(digits[-1]) == 1 else "/"
            listed.append(f"{words.cells([cell])} {between.join(digits)}")
    cut = "" if freedom.all_candidates else " (there may be more: out of time)"
    return f"open: {len(listed)} cells, each digit with a solution{cut}: {', '.join(listed)}"


def _two_solutions(gap: Difference, words: Words) -> str:
    swapped = []
    for cell in gap.cells:
        first = words.digit(cell, gap.first.cells[cell])
        second = words.digit(cell, gap.second.cells[cell])
        swapped.append(f"{words.cells([cell])} {first}/{second}")
    proved = "proved smallest" if gap.is_smallest else f"at least {gap.at_least}"
    count = len(gap.cells)
    return f"two solutions differ in only {count} cells ({proved}): {', '.join(swapped)}"


def _spare(found: Diagnosis, spare: Spare, words: Words, shown: int) -> Iterator[str]:
    kept = "proper" if found.kept == "proper" else f"solvable by {found.kept}"
    assert found.solution and found.unavoidable
    yield f"solution: {found.solution.line}"
    yield f"redundant, each alone ({kept} without it): {words.givens(spare.redundant)}"
    proved = "proved largest" if spare.is_largest else f"at most {spare.at_most}"
    if spare.redundant:
        yield f"together {len(spare.together)} can go ({proved}): {words.givens(spare.together)}"
        fewest = found.puzzle.clues - len(spare.together)
        least = found.puzzle.clues - spare.at_most
        known = f"{fewest} (proved)" if spare.is_largest else f"at least {least}, {fewest} found"
        yield f"fewest givens to keep it {kept}: {known}"
    for essential in spare.essential:
        name = words.given(essential.given)
        if essential.other.is_full:
            which = _otherwise(found.solution, essential.other, words)
            yield f"essential: {name}: without it {which} can be otherwise"
        else:
            blank = essential.other.cells.count(0)
            yield f"essential: {name}: without it the rules are stuck with {blank} cells open"
    if found.rules:
        yield from _rules(found, found.rules, words)
    if spare.unknown:
        yield f"redundant or essential? unknown, out of time: {words.givens(spare.unknown)}"
    sets = found.unavoidable.sets
    every = "all" if found.unavoidable.is_all else "at least these"
    yield f"unavoidable sets of up to {found.unavoidable.most} cells: {len(sets)} ({every})"
    for cells in sets[:shown]:
        inside = sum(found.puzzle.cells[cell] > 0 for cell in cells)
        yield f"  {words.cells(cells)}, {plural(inside, 'given')}"
    if found.below:
        contained = found.near[: found.below]
        sizes = Counter(near.clues for near in contained)
        by_size = [f"{sizes[clues]:,} with {plural(clues, 'given')}" for clues in sorted(sizes)]
        listed = ", ".join(by_size)
        yield f"all minimal puzzles in it: {found.below:,}: {listed}"
    for near in found.near:
        yield f"minimal and near: {near.line} ({near.clues} givens)"
    if found.near_cut:
        yield "minimal and near: there may be more, out of time"


def _rules(found: Diagnosis, rules: SpareRules, words: Words) -> Iterator[str]:
    assert found.solution
    yield f"redundant rules, each alone (proper without it): {', '.join(rules.redundant) or 'none'}"
    if rules.redundant:
        yield f"together {len(rules.together)} rules can go: {', '.join(rules.together)}"
    for rule, other in rules.essential:
        which = _otherwise(found.solution, other, words)
        yield f"essential rule: {rule}: without it {which} can be otherwise"
    if rules.unknown:
        yield f"redundant or essential? unknown, out of time: {', '.join(rules.unknown)}"


def _otherwise(solution: Puzzle, other: Puzzle, words: Words) -> str:
    both = zip(solution.cells, other.cells, strict=True)
    changed = [cell for cell, (a, b) in enumerate(both) if a != b]
    if len(changed) > LISTED:
        return f"{len(changed)} cells"
    return words.cells(changed)
