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
from ..logic.step_text.numbered import headed
from ..logic.step_text.rule_sentences import rule_text, step_name
from ..logic.step_text.sentences import conclusion_text, digit_text, named_cells, sentence
from ..operations.fewest_givens import fewest_known, why_so_many
from ..phrases import Name, Numeral, SideBySide, joined, phrase
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
        self.clues = puzzle.clues

    def given(self, variable: int) -> str:
        """'r1c1=5'."""
        return conclusion_text(self.theory, [variable], ())

    def givens(self, variables: Iterable[int]) -> str:
        """'r1c1=5, r1c2=5'."""
        return joined(self.each(variables)) or phrase("none")

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
    return phrase("one solution") if number == 1 else phrase("several solutions")


def text_of(found: Diagnosis, shown: int) -> Iterator[str]:
    """The diagnosis, line by line."""
    words = Words(found.puzzle)
    number = 1 if found.spare else 0 if found.conflict else 2
    unread = caveat(found.puzzle, number, found.solution)
    clues = plural(found.puzzle.clues, "given")
    head = phrase("{clues}, {text}", clues=clues, text=phrase(found.outcome))
    yield phrase("{text} ({reason})", text=head, reason=unread) if unread else head
    if found.conflict:
        yield from _conflict(found.conflict, found.puzzle.givens, words)
    elif found.freedom:
        yield from _freedom(found.freedom, words)
        if found.pairs_cut:
            yield phrase("forced pairs: unknown, out of time")
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
    names = " ".join(listed) or phrase("none")
    forced = f"forced {what}: {{number}} pairs of cells: {{cells}}"
    yield phrase(forced, number=len(pairs), cells=names)


def _conflict(conflict: Conflict, givens: Variables, words: Words) -> Iterator[str]:
    first = conflict.sets[0]
    if not first and not any(conflict.rules):
        yield phrase("the board itself has no solution: its houses contradict each other")
        return
    if conflict.sums:
        yield conflict.sums
    if not conflict.is_minimal:
        size = "a (perhaps not minimal) conflict: {elements}"
    elif conflict.is_smallest:
        size = "the smallest conflict: {elements}"
    else:
        size = "a minimal (perhaps not the smallest) conflict: {elements}"
    yield phrase(size, elements=_elements(first, conflict.rules[0], words))
    if len(conflict.sets) > 1:
        yield from _other_conflicts(conflict, words)
    if conflict.clause:
        place = _place(conflict, givens, words)
        shows = "where it shows: {place}, at once"
        if conflict.steps:
            shows = "where it shows: {place}, after {number} steps"
        yield phrase(shows, place=place, number=len(conflict.steps))
    if conflict.steps_cut:
        yield phrase("where it shows: unknown, out of time")
    for number, step in enumerate(conflict.steps, 1):
        name = headed(step_name(step.name))
        yield SideBySide(f"  {number:3}  ", name, sentence(words.theory, step))
    if conflict.slips_cut:
        yield phrase("typed wrong? unknown, out of time")
    if conflict.slips:
        slips = slips_text(conflict.slips)
        yield phrase("typed wrong? perhaps {slips}: one solution", slips=slips)
    for repair in conflict.repairs:
        yield _mended(_repair(repair, words), repair.solutions)
    for mended in conflict.rule_repairs:
        yield _mended(rule_repair_text(mended), mended.solutions)
    if not conflict.all_repairs:
        yield phrase("other changes of one given that help: unknown, out of time")
    if conflict.repairs or conflict.rule_repairs:
        return
    helps = phrase("no change of one given helps; ") if conflict.all_repairs else ""
    if conflict.remove_rules:
        elements = _elements(conflict.remove, conflict.remove_rules, words)
        yield SideBySide(helps, phrase("remove {elements}", elements=elements))
    elif conflict.remove:
        removed = words.givens(conflict.remove)
        remove = phrase("remove {number}: {digits}", number=len(conflict.remove), digits=removed)
        yield SideBySide(helps, remove)
    else:
        fewest = "at least {number} givens must go, but which is unknown: out of time"
        yield SideBySide(helps, phrase(fewest, number=conflict.remove_at_least))


def _mended(repair: str, solutions: int) -> str:
    """Return 'repair: remove r1c1=5: one solution'."""
    said = "repair: {repair}: {solutions}"
    return phrase(said, repair=repair, solutions=solutions_text(solutions))


def _other_conflicts(conflict: Conflict, words: Words) -> Iterator[str]:
    """The conflicts after the first: how many, and where rules belong to them, some by name."""
    others = list(zip(conflict.sets, conflict.rules, strict=True))[1:]
    has_rules = any(conflict.rules)
    there = "more, and no others" if conflict.is_all else "more, there may be others"
    sizes = joined(str(len(givens) + len(rules)) for givens, rules in others)
    what = "givens and rules" if has_rules else "givens"
    said = f"minimal conflicts: {{number}} {there}, of {{sizes}} {what}"
    yield phrase(said, number=len(others), sizes=sizes)
    if has_rules:
        for givens, rules in others[:SHOWN]:
            elements = _elements(givens, rules, words)
            yield SideBySide("  ", phrase("another conflict: {elements}", elements=elements))


def _elements(givens: Variables, rules: tuple[str, ...], words: Words) -> str:
    parts = list[str]()
    if givens or not rules:
        count = plural(len(givens), "given")
        parts.append(phrase("{text}: {reason}", text=count, reason=words.givens(givens)))
    if rules:
        count = plural(len(rules), "rule")
        parts.append(phrase("{text}: {reason}", text=count, reason=_names(rules)))
    return joined(parts, "{one}; {next}")


def _names(rules: Iterable[str]) -> str:
    return Name(", ".join(rules))


def _place(conflict: Conflict, givens: Variables, words: Words) -> str:
    clause = conflict.clause
    assert clause
    twice = len(set(clause.variables) & set(givens)) > 1
    if clause.house:
        what = "no cell is left for {digit} in {house}"
        if twice:
            what = "two {digit}s in {house}"
        return phrase(what, digit=clause.symbol, house=clause.house)
    if clause.rule is not None:
        rule = rule_text(words.theory, clause.rule)
        return phrase("nothing can satisfy the rule {rule}", rule=rule)
    cell, _ = words.layout.cell_and_digit(clause.variables[0])
    return phrase("no digit is left for {cell}", cell=cell_in_words(words.layout, cell))


def rule_repair_text(repair: RuleRepair) -> str:
    """'change killer:10:r1c1,r1c2 to 16' or 'leave out killer:10:r1c1,r1c2'."""
    if repair.value is None:
        return phrase("leave out {rule}", rule=Name(repair.rule))
    return phrase("change {rule} to {value}", rule=Name(repair.rule), value=repair.value)


def _repair(repair: Repair, words: Words) -> str:
    name = words.given(repair.given)
    if not repair.digit:
        return phrase("remove {digit}", digit=name)
    value = words.layout.symbol(repair.digit)
    return phrase("change {digit} to {value}", digit=name, value=value)


def _freedom(freedom: Freedom, words: Words) -> Iterator[str]:
    count = freedom.count
    number = Numeral(count.at_least)
    if count.is_exact:
        yield phrase("solutions: {number}", number=number)
    elif count.estimate > count.at_least:
        about = "solutions: at least {number}, about {estimate} (an estimate)"
        yield phrase(about, number=number, estimate=f"{count.estimate:.2g}")
    else:
        yield phrase("solutions: at least {number}", number=number)
    if freedom.all_candidates:
        decided = words.givens(freedom.decided)
        cells = "decided: {number} cells: {digits}"
        yield phrase(cells, number=len(freedom.decided), digits=decided)
    yield _open_cells(freedom, words)
    yield _two_solutions(freedom.difference, words)
    added = freedom.addition
    proved = phrase("proved smallest")
    if not added.is_smallest:
        proved = phrase("not proved; at least {number}", number=added.at_least)
        if words.clues + added.at_least == fewest_known(words.layout):
            proved = phrase("{text}: {reason}", text=proved, reason=why_so_many())
    named = words.givens(added.variables)
    yield phrase(
        "to make it proper, add {number} ({proved}): {digits}",
        number=len(added.variables),
        proved=proved,
        digits=named,
    )
    for clues in freedom.clues[:SHOWN]:
        yield phrase("or add: {clue}: one solution", clue=clues.text(words.layout))
    for change in freedom.changes[:SHOWN]:
        yield phrase("or {repair}: one solution", repair=_repair(change, words))
    more = len(freedom.changes) - SHOWN
    if more > 0:
        yield phrase("or one of {number} other changes of one given: one solution", number=more)
    if not freedom.all_changes:
        yield phrase("other changes of one given that leave one solution: unknown, out of time")
    leaves = "a given in {cell} leaves {average} of the solutions on average, {worst} at worst"
    if not count.is_exact:
        leaves = (
            "a given in {cell} leaves {average} of the solutions known on average, {worst} at worst"
        )
    for service in freedom.cells[:SHOWN]:
        cell = words.cells([service.cell])
        average = f"{service.average:.0%}"
        yield phrase(leaves, cell=cell, average=average, worst=f"{service.worst:.0%}")


def _open_cells(freedom: Freedom, words: Words) -> str:
    held = map(words.layout.cell_and_digit, freedom.candidates)
    possible = grouped((cell, words.digit(cell, d)) for cell, d in held)
    listed = []
    for cell, digits in possible.items():
        if len(digits) > 1:
            between = "" if len(digits[-1]) == 1 else "/"
            listed.append(f"{words.cells([cell])} {between.join(digits)}")
    cells = "open: {number} cells, each digit with a solution: {cells}"
    if not freedom.all_candidates:
        cells = (
            "open: {number} cells, each digit with a solution (there may be more: out of time): "
            "{cells}"
        )
    return phrase(cells, number=len(listed), cells=", ".join(listed))


def _two_solutions(gap: Difference, words: Words) -> str:
    swapped = []
    for cell in gap.cells:
        first = words.digit(cell, gap.first.cells[cell])
        second = words.digit(cell, gap.second.cells[cell])
        swapped.append(f"{words.cells([cell])} {first}/{second}")
    proved = phrase("proved smallest")
    if not gap.is_smallest:
        proved = phrase("at least {number}", number=gap.at_least)
    differ = "two solutions differ in only {number} cells ({proved}): {cells}"
    return phrase(differ, number=len(gap.cells), proved=proved, cells=", ".join(swapped))


def _spare(found: Diagnosis, spare: Spare, words: Words, shown: int) -> Iterator[str]:
    kept: str = phrase("proper")
    if found.kept != "proper":
        kept = phrase("solvable by {rules}", rules=Name(found.kept))
    assert found.solution and found.unavoidable
    yield phrase("solution: {board}", board=Name(found.solution.line))
    alone = "redundant, each alone ({kept} without it): {digits}"
    yield phrase(alone, kept=kept, digits=words.givens(spare.redundant))
    if spare.redundant:
        yield from _together(found, spare, kept, words)
    for essential in spare.essential:
        name = words.given(essential.given)
        if essential.other.is_full:
            which = _otherwise(found.solution, essential.other, words)
            needed = "essential: {digit}: without it {cells} can be otherwise"
            yield phrase(needed, digit=name, cells=which)
        else:
            stuck = "essential: {digit}: without it the rules are stuck with {number} cells open"
            yield phrase(stuck, digit=name, number=essential.other.cells.count(0))
    if found.rules:
        yield from _rules(found, found.rules, words)
    if spare.unknown:
        unknown = "redundant or essential? unknown, out of time: {digits}"
        yield phrase(unknown, digits=words.givens(spare.unknown))
    sets = found.unavoidable.sets
    every = "unavoidable sets of up to {most} cells: {number} (at least these)"
    if found.unavoidable.is_all:
        every = "unavoidable sets of up to {most} cells: {number} (all)"
    yield phrase(every, most=found.unavoidable.most, number=len(sets))
    for cells in sets[:shown]:
        inside = sum(found.puzzle.cells[cell] > 0 for cell in cells)
        givens = plural(inside, "given")
        yield SideBySide("  ", phrase("{one}, {next}", one=words.cells(cells), next=givens))
    if found.below:
        contained = found.near[: found.below]
        sizes = Counter(near.clues for near in contained)
        by_size = list[str]()
        for clues in sorted(sizes):
            number = Numeral(sizes[clues])
            with_givens = "{number} with {givens}"
            by_size.append(phrase(with_givens, number=number, givens=plural(clues, "given")))
        listed = joined(by_size)
        every = "all minimal puzzles in it: {number}: {puzzles}"
        yield phrase(every, number=Numeral(found.below), puzzles=listed)
    for near in found.near:
        one = "minimal and near: {board} ({givens})"
        yield phrase(one, board=Name(near.line), givens=plural(near.clues, "given"))
    if found.near_cut:
        yield phrase("minimal and near: there may be more, out of time")


def _together(found: Diagnosis, spare: Spare, kept: str, words: Words) -> Iterator[str]:
    """The most givens that can go together, and the fewest that must stay."""
    proved = phrase("proved largest")
    if not spare.is_largest:
        proved = phrase("at most {number}", number=spare.at_most)
    yield phrase(
        "together {number} can go ({proved}): {digits}",
        number=len(spare.together),
        proved=proved,
        digits=words.givens(spare.together),
    )
    fewest = found.puzzle.clues - len(spare.together)
    least = found.puzzle.clues - spare.at_most
    known = "fewest givens to keep it {kept}: at least {least}, {number} found"
    if spare.is_largest:
        known = "fewest givens to keep it {kept}: {number} (proved)"
    text = phrase(known, kept=kept, least=least, number=fewest)
    if least == fewest_known(words.layout) and not spare.is_largest:
        text = phrase("{text}: {reason}", text=text, reason=why_so_many())
    yield text


def _rules(found: Diagnosis, rules: SpareRules, words: Words) -> Iterator[str]:
    assert found.solution
    names = _names(rules.redundant) or phrase("none")
    yield phrase("redundant rules, each alone (proper without it): {rules}", rules=names)
    if rules.redundant:
        names = _names(rules.together)
        number = len(rules.together)
        yield phrase("together {number} rules can go: {rules}", number=number, rules=names)
    for rule, other in rules.essential:
        which = _otherwise(found.solution, other, words)
        needed = "essential rule: {rule}: without it {cells} can be otherwise"
        yield phrase(needed, rule=Name(rule), cells=which)
    if rules.unknown:
        unknown = "redundant or essential? unknown, out of time: {digits}"
        yield phrase(unknown, digits=_names(rules.unknown))


def _otherwise(solution: Puzzle, other: Puzzle, words: Words) -> str:
    both = zip(solution.cells, other.cells, strict=True)
    changed = [cell for cell, (a, b) in enumerate(both) if a != b]
    if len(changed) > LISTED:
        return phrase("{number} cells", number=len(changed))
    return words.cells(changed)
