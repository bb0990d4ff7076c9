"""Transform a puzzle in one step: make it proper, minimal, harder or easier.

Each answer is the complete new puzzle (in the format of `parse`), a line that says what was done,
and whether anything changed. Random choices depend on the seed only, and only a time limit can cut
them short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from ...backends.assuming import Ruled
from ...backends.base import Clock
from ...board import Puzzle
from ...diagnosis.conflicts import other_number, smallest_correction
from ...errors import PuzzleError, TimeLimitReached
from ...logic.difficulty.rating import Rating, rate
from ...random_stream import RandomStream
from .boards import puzzle_record
from .spare import Blame, Only, given_names, kept, rule_name, smallest
from .validation import Record, Say, puzzle_of

#: Maximum number of puzzles generated in the search for a harder one.
MOST = 1000


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
    phrases, after = list[str](), puzzle
    if desk.completion(desk.elements(puzzle)) is None:
        after, words = _agreeing(puzzle, clock)
        phrases += words
    givens = list(after.givens)
    with suppress(PuzzleError):  # already has one solution
        added = smallest(after, clock)[0]
        after = _with_givens(after, [*givens, *added.variables])
        phrases.append(f"added {', '.join(given_names(puzzle.layout, added.variables))}")
    return _answer(puzzle, after, "; ".join(phrases) or "it is already unique")


def _agreeing(puzzle: Puzzle, clock: Clock) -> tuple[Puzzle, list[str]]:
    """Return (the puzzle without a smallest part that conflicts with the rest, what was done). A
    conflicting rule gets another number if one is consistent; otherwise it is removed."""
    layout, solver = puzzle.layout, Ruled(puzzle.layout, clock)
    rules, elements = solver.selectors, [*puzzle.givens, *solver.selectors]
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
    phrases = list[str]()
    solver.clock = clock.part()
    for k in gone:
        changed = constraints.pop(k)
        with suppress(TimeLimitReached):
            if found := other_number(solver, k, left):
                constraints[k] = changed = replace(changed, values=(found[0],))
                left.append(solver.selector_of(changed))
                phrases.append(f"changed {rule_name(layout, k)} to {found[0]}")
        if k not in constraints:
            names.append(rule_name(layout, k))
    if names:
        phrases.append(f"removed {', '.join(names)}")
    stay = tuple([constraints[k] for k in sorted(constraints)])
    after = Puzzle.from_variables(givens, replace(layout, constraints=stay))
    return replace(after, kept=puzzle.kept), phrases


def minimal(arguments: Record, say: Say) -> Record:
    """Remove all redundant givens (with `rules`, also constraints); the seed fixes the order."""
    puzzle = puzzle_of(arguments)
    only = Only(puzzle, Clock(arguments["time_limit"]))
    rules = only.desk.selectors
    order = [*puzzle.givens, *(rules if arguments["rules"] else [])]
    RandomStream(arguments["seed"]).shuffle(order)
    left = only.irreducible(order, say)
    after = _with_givens(puzzle, [v for v in puzzle.givens if v in left])
    stay = [c for c, selector in zip(puzzle.constraints, rules, strict=True) if selector in left]
    after = replace(after, layout=replace(puzzle.layout, constraints=tuple(stay)))
    gone = len(only.elements) - len(left)
    return _answer(
        puzzle, after, f"removed {gone}" if gone else "nothing can be removed: it is minimal"
    )


def easier(arguments: Record, say: Say) -> Record:
    """Add a given (of some that are tried) after which the hardest step is easier."""
    return _best(arguments, say, _with_one_more, harder=False)


def harder(arguments: Record, say: Say) -> Record:
    """Exchange givens within the same grid: the hardest of some minimal puzzles near this one."""
    return _best(arguments, say, _near, harder=True)


def _with_one_more(only: Only, stream: RandomStream, clock: Clock) -> Iterator[Puzzle]:
    """Yield the puzzles with one more given of the solution."""
    blanks = _blanks(only.puzzle)
    stream.shuffle(blanks)
    return (_filled(only, [cell]) for cell in blanks)


def _near(start: Only, stream: RandomStream, clock: Clock) -> Iterator[Puzzle]:
    """Yield minimal puzzles of the same grid that share most givens with this one."""
    blanks = _blanks(start.puzzle)
    for number in range(MOST):
        added = [blanks[stream.below(len(blanks))] for _ in range(number % 5)] if blanks else []
        more = _filled(start, added)
        only = Only(more, clock)
        order = list(more.givens)
        stream.shuffle(order)
        left = set(only.irreducible(order))
        yield _with_givens(start.puzzle, [v for v in more.givens if v in left])


def _blanks(puzzle: Puzzle) -> list[int]:
    return [cell for cell, digit in enumerate(puzzle.cells) if not digit]


def _filled(only: Only, cells: Iterable[int]) -> Puzzle:
    digits = list(only.puzzle.cells)
    for cell in cells:
        digits[cell] = only.solution.cells[cell]
    return replace(only.puzzle, cells=tuple(digits))


def _best(
    arguments: Record, say: Say, ways: Callable[[Only, RandomStream, Clock], Iterator[Puzzle]],
    harder: bool,
) -> Record:  # fmt: skip
    """Answer with the hardest (or easiest) of some puzzles, as far as time permits."""
    puzzle, tries = puzzle_of(arguments), arguments["tries"]
    clock = Clock(arguments["time_limit"])
    only = Only(puzzle, clock)
    first = rating = rate(puzzle, time_limit=clock.left)
    best, tried, sign = puzzle, {puzzle.cells}, 1 if harder else -1

    def worth(found: Rating) -> tuple[float, float]:
        return sign * found.rating, sign * found.total

    with suppress(TimeLimitReached):
        for way in ways(only, RandomStream(arguments["seed"]), clock):
            if len(tried) > tries:
                break
            if way.cells in tried:
                continue
            tried.add(way.cells)
            found = rate(way, time_limit=clock.left)
            if found.outcome == "solved" and worth(found) > worth(rating):
                best, rating = way, found
            say({"done": len(tried) - 1, "total": tries, "rating": rating.rating})
    if best is puzzle:
        return _answer(puzzle, puzzle, "none was found")
    added = [v for v in best.givens if v not in puzzle.givens]
    change = f"added {', '.join(given_names(puzzle.layout, added))}"
    if harder:
        change = f"{puzzle.clues} givens became {best.clues}"
    before, after = (f"{one.rating:.1f} ({one.label})" for one in (first, rating))
    return _answer(puzzle, best, f"{change}: {before} became {after}") | {"rating": rating.record()}
