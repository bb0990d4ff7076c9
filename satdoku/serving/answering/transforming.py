"""Transform a puzzle in one step: make it proper, minimal, harder or easier (by a small step, or of
a level); or make a new one.

Each answer is the complete new puzzle (in the format of `parse`), a line that says what was done,
and whether anything changed. Random choices depend on the seed only, and only a time limit can cut
them short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from ...backends.assuming import Ruled
from ...backends.base import Clock
from ...board import Puzzle
from ...constraints.wording import name_of
from ...diagnosis.clue_additions import ClueAddition, clues_of
from ...diagnosis.conflicts import other_number, smallest_correction
from ...errors import PuzzleError, TimeLimitReached
from ...geometry import Cells
from ...logic.catalog.names import rule_of
from ...logic.catalog.rules import LABELS, label_of, label_range, rule_named
from ...logic.difficulty.rating import Rating, rate
from ...logic.generating import generate as generated
from ...operations.symmetry import SYMMETRIES, orbits
from ...phrases import Name, joined, phrase
from ...plurals import plural
from ...random_stream import RandomStream
from ...record_types import Record
from .boards import puzzle_record
from .clue_advice import Blame, Only, given_names, kept, rule_name, smallest
from .validation import Say, puzzle_of

#: Maximum number of puzzles generated in the search for a harder one.
MOST = 1000
#: How what was done is told: one thing after another, and how hard a puzzle became.
NEXT = "{one}; {next}"
BECAME = "{change}: {old} became {new}"


def _answer(before: Puzzle, after: Puzzle, text: str) -> Record:
    pairs = enumerate(zip(before.cells, after.cells, strict=True))
    changed = [cell for cell, (old, new) in pairs if old != new]
    is_new = bool(changed) or before.layout != after.layout
    return puzzle_record(after) | {"text": text, "changed": changed, "found": is_new}


def _with_givens(puzzle: Puzzle, variables: Iterable[int]) -> Puzzle:
    fresh = Puzzle.from_variables(variables, puzzle.layout)
    return replace(fresh, kept=puzzle.kept)


def proper(arguments: Record, say: Say) -> Record:
    """Make a puzzle proper with few changes: remove what conflicts, then add what is missing."""
    puzzle = puzzle_of(arguments)
    clock = Clock(arguments["time_limit"])
    desk = kept(Blame, puzzle.layout, clock)
    phrases = []
    after = puzzle
    if desk.completion(desk.elements(puzzle)) is None:
        after, words = _agreeing(puzzle, clock)
        phrases += words
    givens = list(after.givens)
    with suppress(PuzzleError):  # already has one solution
        added = smallest(after, clock)[0]
        after = _with_givens(after, [*givens, *added.variables])
        phrases.append(
            phrase("added {names}", names=joined(given_names(puzzle.layout, added.variables)))
        )
    return _answer(puzzle, after, joined(phrases, NEXT) or phrase("it is already unique"))


def _agreeing(puzzle: Puzzle, clock: Clock) -> tuple[Puzzle, list[str]]:
    """Return (the puzzle without a smallest part that conflicts with the rest, what was done). A
    conflicting rule gets another number if one is consistent; otherwise it is removed."""
    layout = puzzle.layout
    solver = Ruled(layout, clock)
    rules = solver.selectors
    elements = [*puzzle.givens, *rules]
    removed = smallest_correction(puzzle, 1, clock.part(0.6))[0]
    left = [e for e in elements if e not in removed]
    if not removed or solver.completion(left) is None:
        left = []
        for element in [*rules, *puzzle.givens]:  # prefer to keep rules
            if solver.completion([*left, element]) is not None:
                left.append(element)
    if solver.completion(left) is None or (not left and elements and solver.completion() is None):
        raise PuzzleError("the board itself has no solution: removing givens does not help")
    gone = [k for k, selector in enumerate(rules) if selector not in left]
    givens = [v for v in puzzle.givens if v in left]
    names = given_names(layout, [v for v in puzzle.givens if v not in left])
    constraints = dict(enumerate(layout.constraints))
    phrases: list[str] = []
    solver.clock = clock.part()
    for k in gone:
        changed = constraints.pop(k)
        with suppress(TimeLimitReached):
            found = other_number(solver, k, left)
            if found:
                constraints[k] = changed = replace(changed, values=(found[0],))
                left.append(solver.selector_of(changed))
                phrases.append(
                    phrase("changed {name} to {number}", name=rule_name(layout, k), number=found[0])
                )
        if k not in constraints:
            names.append(rule_name(layout, k))
    if names:
        phrases.append(phrase("removed {names}", names=joined(names)))
    stay = tuple([constraints[k] for k in sorted(constraints)])
    after = Puzzle.from_variables(givens, replace(layout, constraints=stay))
    return replace(after, kept=puzzle.kept), phrases


def minimal(arguments: Record, say: Say) -> Record:
    """Remove all redundant givens (with `rules`, also constraints); the seed fixes the order. With
    a level or technique, remove givens as long as no step is harder, or it is needed."""
    puzzle = puzzle_of(arguments)
    clock = Clock(arguments["time_limit"])
    only = Only(puzzle, clock)
    rules = only.desk.selectors
    stream = RandomStream(arguments["seed"])
    none = phrase("nothing can be removed: it is minimal")
    if arguments["level"] or arguments["technique"]:
        if arguments["rules"]:
            raise PuzzleError("rules stay as they are with a level or technique: leave out rules")
        after = _fewest_at(only, arguments, stream, clock, say)
        gone = len(puzzle.givens) - len(after.givens)
        none = phrase("no given can be removed under these conditions")
    else:
        order = list(puzzle.givens)
        if arguments["rules"]:
            order += rules
        stream.shuffle(order)
        left = only.irreducible(order, say)
        after = _with_givens(puzzle, [v for v in puzzle.givens if v in left])
        stay = [c for c, chosen in zip(puzzle.constraints, rules, strict=True) if chosen in left]
        after = replace(after, layout=replace(puzzle.layout, constraints=tuple(stay)))
        gone = len(only.elements) - len(left)
    return _answer(puzzle, after, phrase("removed {names}", names=gone) if gone else none)


def generate(arguments: Record, say: Say) -> Record:
    """Make a puzzle of a level, of kinds of rules, or that needs a technique."""
    made = generated(
        1,
        seed=arguments["seed"],
        layout=arguments["layout"],
        kind=arguments["kind"],
        level=arguments["level"] or "",
        needs=arguments["technique"] or (),
        symmetry=arguments["symmetry"],
        time_limit=arguments["time_limit"],
    )
    puzzle = next(made)
    found = rate(puzzle, time_limit=arguments["time_limit"])
    clues = plural(puzzle.clues, "given")
    text = phrase("{clues}, hardest step {rating}", clues=clues, rating=_rated(found))
    return puzzle_record(puzzle) | {"text": text, "changed": [], "found": True}


def _fewest_at(
    only: Only, arguments: Record, stream: RandomStream, clock: Clock, say: Say
) -> Puzzle:
    """Return the puzzle without the orbits of givens (of a symmetric pattern) that can go, one
    after the other, with no step above the level asked for and with the technique."""
    puzzle = only.puzzle
    has_technique = _technique(arguments)
    high = label_range(arguments["level"])[1] if arguments["level"] else LABELS[-1][1]
    given = [cells for cells in _orbits(puzzle) if puzzle.cells[cells[0]]]
    stream.shuffle(given)
    for number, cells in enumerate(given):
        fewer = puzzle.without(cells)
        if only.stays([*fewer.givens, *only.desk.selectors]):
            found = rate(fewer, time_limit=clock.left)
            if found.outcome == "solved" and _tenths(found) <= high and has_technique(found):
                puzzle = fewer
        say({"done": number + 1, "total": len(given)})
    return puzzle


def _technique(arguments: Record) -> Callable[[Rating], bool]:
    """Return whether a rating's path uses the technique asked for."""
    if not arguments["technique"]:
        return bool
    rule = rule_of(arguments["technique"])
    return lambda found: rule in [rule_named(name) for name, _ in found.steps]


def easier(arguments: Record, say: Say) -> Record:
    """Add a clue (of some that are tried) that makes the puzzle easier, as little as possible, or
    of a level."""
    return _towards(arguments, say, _with_one_more, sign=-1)


def harder(arguments: Record, say: Say) -> Record:
    """Remove a clue, or exchange givens within the same grid, so that the puzzle gets harder, as
    little as possible, or of a level."""
    return _towards(arguments, say, _near, sign=1)


def _with_one_more(only: Only, stream: RandomStream, clock: Clock) -> Iterator[Puzzle]:
    """Yield the puzzles with one more clue that the solution satisfies: of the puzzle's own kinds,
    then (if it has givens, or there are no such clues) givens, in a symmetric pattern by orbits."""
    puzzle = only.puzzle
    clues = sorted(clues_of(only.solution, clock), key=str)
    stream.shuffle(clues)
    for number, clue in clues:
        yield ClueAddition((clue,), (number,), only.solution).added_to(puzzle)
    if puzzle.clues or not clues:
        blank = [cells for cells in _orbits(puzzle) if not puzzle.cells[cells[0]]]
        stream.shuffle(blank)
        yield from (_filled(only, cells) for cells in blank)


def _near(start: Only, stream: RandomStream, clock: Clock) -> Iterator[Puzzle]:
    """Yield puzzles of the same grid: without a redundant rule, without redundant givens (an orbit
    of a symmetric pattern), then minimal ones that share most givens with this one."""
    puzzle = start.puzzle
    layout = puzzle.layout
    for k in range(len(puzzle.constraints)):
        selectors = [s for i, s in enumerate(start.desk.selectors) if i != k]
        if start.stays([*puzzle.givens, *selectors]):
            rest = tuple([c for i, c in enumerate(puzzle.constraints) if i != k])
            yield replace(puzzle, layout=replace(layout, constraints=rest))
    orbits = _orbits(puzzle)
    given = [cells for cells in orbits if puzzle.cells[cells[0]]]
    blank = [cells for cells in orbits if not puzzle.cells[cells[0]]]
    stream.shuffle(given)

    def reduced(full: Puzzle, order: Sequence[Sequence[int]], most: int = MOST) -> Puzzle:
        """Remove up to `most` of the orbits that are redundant."""
        for cells in order:
            fewer = full.without(cells)
            if most and start.stays([*fewer.givens, *start.desk.selectors]):
                full = fewer
                most -= 1
        return full

    for cells in given:
        fewer = reduced(puzzle, [cells], most=1)
        if fewer != puzzle:
            yield fewer
    for number in range(MOST):
        added = []
        if blank:
            added = [blank[stream.below(len(blank))] for _ in range(number % 5)]
        more = _filled(start, [cell for cells in added for cell in cells])
        order = [*given, *added]
        stream.shuffle(order)
        yield reduced(more, order)


def _orbits(puzzle: Puzzle) -> list[Cells]:
    """Return the orbits of the cells under the largest symmetry that the pattern of givens has."""
    each_alone: list[Cells] = [(cell,) for cell in puzzle.layout.all_cells]
    filled = {cell for cell, digit in enumerate(puzzle.cells) if digit}
    if not filled:
        return each_alone
    for symmetry in ("full", *SYMMETRIES):
        if symmetry == "none":
            continue
        with suppress(PuzzleError):
            found = orbits(symmetry, puzzle.layout.places)
            if all(filled.isdisjoint(cells) or filled.issuperset(cells) for cells in found):
                return found
    return each_alone


def _filled(only: Only, cells: Iterable[int]) -> Puzzle:
    digits = list(only.puzzle.cells)
    for cell in cells:
        digits[cell] = only.solution.cells[cell]
    return replace(only.puzzle, cells=tuple(digits))


def _towards(
    arguments: Record,
    say: Say,
    ways: Callable[[Only, RandomStream, Clock], Iterator[Puzzle]],
    sign: int,
) -> Record:
    """Answer with the puzzle nearest to a level, the next one if none is asked for, of those tried
    that are harder (sign 1) or easier (-1) and need the technique, as far as time permits."""
    puzzle = puzzle_of(arguments)
    tries = arguments["tries"]
    clock = Clock(arguments["time_limit"])
    has_technique = _technique(arguments)
    only = Only(puzzle, clock)
    first = rate(puzzle, time_limit=clock.left)
    labels = [label for label, _ in LABELS]
    level = arguments["level"]
    if not level:
        at = labels.index(label_of(_tenths(first))) + sign
        level = labels[min(max(at, 0), len(labels) - 1)]
    low, high = label_range(level)
    best = puzzle
    rating = first
    tried = {(puzzle.cells, puzzle.constraints)}

    def missed(found: Rating) -> tuple[int, int]:
        """How far a rating is from the level, then from the first one."""
        tenths = _tenths(found)
        return max(low - tenths, tenths - high, 0), abs(tenths - _tenths(first))

    with suppress(TimeLimitReached):
        for way in ways(only, RandomStream(arguments["seed"]), clock):
            if len(tried) > tries or (best is not puzzle and not missed(rating)[0]):
                break
            if (way.cells, way.constraints) in tried:
                continue
            tried.add((way.cells, way.constraints))
            found = rate(way, time_limit=clock.left)
            moves = (found.rating - first.rating) or (found.total - first.total)
            is_on_the_way = found.outcome == "solved" and sign * moves > 0
            is_nearer = best is puzzle or missed(found) < missed(rating)
            if is_on_the_way and is_nearer and has_technique(found):
                best = way
                rating = found
            say({"done": len(tried) - 1, "total": tries, "rating": rating.rating})
    if best is puzzle:
        return _answer(
            puzzle, puzzle, phrase("none was found in {number} tries", number=len(tried) - 1)
        )
    text: str = phrase(BECAME, change=_change(puzzle, best), old=_rated(first), new=_rated(rating))
    if missed(rating)[0]:
        none = "none of level {level} was found in {number} tries"
        text = joined([text, phrase(none, level=Name(level), number=len(tried) - 1)], NEXT)
    return _answer(puzzle, best, text) | {"rating": rating.record()}


def _rated(found: Rating) -> str:
    return phrase("{rating} ({label})", rating=found.rating_text, label=Name(found.label))


def _tenths(found: Rating) -> int:
    return round(10 * found.rating)


def _change(before: Puzzle, after: Puzzle) -> str:
    """Return 'added r1c1=5' or 'removed cage r1c12 that holds 3'."""
    layout = before.layout
    parts = []
    for said, one, other in (("added {names}", after, before), ("removed {names}", before, after)):
        rules = [name_of(c, layout) for c in one.constraints if c not in other.constraints]
        givens = given_names(layout, [v for v in one.givens if v not in other.givens])
        if rules or givens:
            parts.append(phrase(said, names=joined([*rules, *givens])))
    return joined(parts, NEXT)
