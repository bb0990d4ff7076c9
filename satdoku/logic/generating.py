"""Generating from Python: the options of `satdoku generate`, checked before the first puzzle.

>>> [puzzle.clues for puzzle in generate(3, seed=7)]
[24, 25, 25]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import count as numbers_from
from typing import TYPE_CHECKING, Any

from ..batch import puzzles as plain
from ..board import STANDARD, Puzzle
from ..errors import PuzzleError
from ..layout import Layout, as_layout
from ..operations.generating import TRIES, Recipe, usual_keep
from ..operations.minimizing import Keep
from ..workers.parallel import map_ordered

if TYPE_CHECKING:
    from .difficulty.level_generation import Level

#: The largest seed and puzzle number.
MOST = 2**64 - 1


def generate(
    count: int | None = 1,
    *,
    seed: int = 0,
    start: int = 0,
    layout: Layout | str = STANDARD,
    symbols: str = "",
    kind: str = "",
    constraints: str = "",
    crossing: bool = False,
    sides: str | Iterable[str] = (),
    total: int | None = None,
    keep: Keep | None = None,
    level: str = "",
    rating: float | tuple[float, float] | None = None,
    needs: str | Iterable[str] = (),
    forbids: str | Iterable[str] = (),
    allow_harder: bool = False,
    scale: str | None = None,
    symmetry: str = "none",
    mask: Iterable[int] | None = None,
    clues: int | tuple[int, int] | None = None,
    minimal: bool = True,
    grid: bool = False,
    tries: int | None = None,
    time_limit: float | None = None,
    jobs: int = 1,
) -> Iterator[Puzzle]:
    """Generate puzzles start, start + 1, … of the run with this seed, lazily; endless if count is
    None.

    Puzzle i depends on (seed, i, options) alone. layout, symbols: the board or its name, and the
    symbols of its digits. kind: of a variant, or several separated by commas, such as "killer" or
    "anti-knight,thermometer": constraints are generated on each grid. constraints: "all" of them
    stay, or those "needed"; "": all cages, and of the others those needed. crossing: lines may
    cross. sides: of clues outside ("top", "left", "bottom", "right"). total: the number that all
    cages, clues and marks have. keep: "logic" (solvable by the base rules; the default) or "proper"
    (the default of a kind with clues). level: "easy", … "diabolic". rating: of the hardest step, or
    (lowest, highest). needs, forbids: techniques that the puzzle cannot, or can, be solved without;
    unless allow_harder, or a level or a rating is given, no step is harder than those needed.
    scale: of levels, ratings and techniques, "se" or "satdoku". minimal: no given (under a
    symmetry: no orbit) can be removed under these conditions; otherwise a random number of givens
    within clues = (least, most) is the target. mask: the cells (from 0) that hold the givens,
    exactly; of a kind, those that cages, lines and marks may use. grid: generate full grids
    instead. tries: grids (with a mask: changes) tried per puzzle; time_limit: seconds per puzzle.

    Raises `PuzzleError` for invalid options, at once; `GenerationError`, while iterating, when no
    such puzzle was found.
    """
    for name, number in (("count", count), ("seed", seed), ("start", start)):
        if number is not None and not (isinstance(number, int) and 0 <= number <= MOST):
            raise PuzzleError(f"{name} {number!r}: choose a whole number from 0 to {MOST:,}")
    board = Layout.named(layout, symbols) if isinstance(layout, str) else as_layout(layout)
    if symbols and not isinstance(layout, str):
        raise PuzzleError(
            "a Layout already has symbols: set them there, or pass the name of a layout"
        )
    cells = None if mask is None else frozenset(mask)
    wanted = (clues, clues) if isinstance(clues, int) else clues
    kinds: tuple[str, ...] = ()
    like = None
    if kind:
        from ..operations.variant_generation import Arrangement, with_kinds

        board, kinds = with_kinds(board, kind)
        chosen = (sides,) if isinstance(sides, str) else tuple(sides)
        like = Arrangement(constraints, symmetry, crossing, chosen, total, cells)
        cells = None
    elif constraints or crossing or sides or total is not None:
        raise PuzzleError("constraints, crossing, sides and total need a kind")
    lists = [[name] if isinstance(name, str) else list(name) for name in (needs, forbids)]
    needs, forbids = lists
    if grid:
        options = {"kind": kind, "level": level, "rating": rating, "needs": needs, "mask": cells}
        options |= {"forbids": forbids, "clues": clues}
        if ignored := [name for name, value in options.items() if value]:
            raise PuzzleError(f"full grids take no {' and no '.join(ignored)}")
        return plain.grids(board, seed, start, count, jobs)
    if not (level or rating is not None or needs or forbids):
        if scale:
            raise PuzzleError("a scale needs a level, a rating or techniques")
        recipe = Recipe(
            board,
            keep or usual_keep(kind, wanted),
            symmetry,
            cells,
            wanted,
            minimal,
            tries or TRIES,
            time_limit,
            kinds,
            like,
        )
        return plain.puzzles(recipe, seed, start, count, jobs)
    if keep not in (None, "logic"):
        raise PuzzleError("a level, a rating or techniques decide what keep would: leave it out")
    from .difficulty.level_generation import generate_at

    level_wanted = level_of(
        level,
        rating,
        needs,
        forbids,
        "",
        scale,
        allow_harder,
        layout=board,
        kinds=kinds,
        symmetry=symmetry,
        clues=wanted,
        minimal=minimal,
        tries=tries,
        mask=cells,
        time_limit=time_limit,
        like=like,
    )
    numbers = numbers_from(start) if count is None else range(start, start + count)
    one = partial(generate_at, level_wanted, seed)
    return (found.puzzle for found in map_ordered(one, numbers, jobs, threads=True))


def level_of(
    level: str,
    rating: float | tuple[float, float] | None,
    needs: Iterable[str],
    forbids: Iterable[str],
    only: str,
    scale: str | None,
    allow_harder: bool = False,
    *,
    layout: Layout,
    kinds: tuple[str, ...],
    **others: Any,
) -> Level:
    """Return the level that these options of `generate` mean; only: the techniques that may be
    used, "" for all; others: as for `Level`."""
    from .difficulty.level_generation import Level

    is_hardest = not (level or rating is not None or allow_harder)
    rules = rules_of_level(needs, forbids, only, scale, layout, bool(kinds), is_hardest)
    lowest, highest = _ratings(level, rating)
    others |= {"lowest": lowest, "highest": highest, "layout": layout, "kinds": kinds}
    return Level(**rules, **others)


def rules_of_level(
    needs: Iterable[str],
    forbids: Iterable[str],
    only: str,
    scale: str | None,
    layout: Layout,
    of_a_kind: bool,
    is_hardest: bool = False,
) -> dict[str, Any]:
    """Return the arguments of `Level` on techniques: the scale, and which of its rules are needed
    or forbidden.

    only: the techniques that may be used, "" for all. scale: its name, None for the default; if a
    technique is not one of Sudoku Explainer's, or variant rules are generated, our own. is_hardest:
    no step is harder than the hardest technique that is needed.
    """
    from .catalog.names import form_of, is_asked_for, known_name, rule_of
    from .catalog.rules import TABLE
    from .difficulty.scales import SATDOKU, left_by, scale_named

    needs = tuple(needs)
    forbids = tuple(forbids)
    own = SATDOKU if of_a_kind else scale_named(scale, layout)
    left = left_by(own, only, ",".join(forbids))
    if own is not SATDOKU and left is not None and left_by(own, ",".join(needs), ""):
        needed = tuple(own.place_of(name) for name in needs)
        gone = tuple(k for k in range(len(own.rows)) if not left >> k & 1)
        chosen = {"scale": own, "needs": needed, "forbids": gone}
        return _at_most([own.rows[k].name for k in needed] if is_hardest else (), chosen)
    wanted, avoided = (list(map(known_name, names)) for names in (needs, forbids))
    for name in wanted if not (of_a_kind or layout.constraints) else ():
        if TABLE[rule_of(name)].kind in ("rule", "sum"):
            raise PuzzleError(
                f"{name!r} is a technique for boards with rules: name a kind, or a layout with "
                "rules"
            )
    avoided += _all_but(only)
    if own is not SATDOKU:
        own = scale_named(scale, layout, own_rules=True)
    by_name = {name for name in (*wanted, *avoided) if form_of(name) or is_asked_for(name)}
    chosen = {
        "scale": own,
        "needs": tuple(rule for rule in map(rule_of, wanted) if rule < len(own.rows)),
        "forbids": tuple(rule_of(name) for name in avoided if name not in by_name),
        "named": tuple(name for name in wanted if name in by_name),
        "unnamed": tuple(name for name in avoided if name in by_name),
    }
    return _at_most(wanted if is_hardest else (), chosen)


def _at_most(needs: Sequence[str], chosen: dict[str, Any]) -> dict[str, Any]:
    """Return arguments of `Level` by which the hardest of these techniques is the hardest step."""
    from .catalog.names import rule_of
    from .catalog.rules import TABLE

    scale = chosen["scale"]

    def tenths(name: str) -> int:
        return scale.named(name).tenths if name in scale.names else TABLE[rule_of(name)].tenths

    hardest = max(needs, key=tenths, default="")
    if not hardest:
        return chosen
    harder = [k for k, row in enumerate(scale.rows) if row.tenths > tenths(hardest)]
    return chosen | {"hardest": hardest, "forbids": (*chosen["forbids"], *harder)}


def _all_but(only: str) -> list[str]:
    """Return the rules that are forbidden if only these are allowed; none if none is named."""
    from .catalog.names import order_of
    from .catalog.rules import RULE_NAMES

    allowed = 0 if only else -1
    for group in order_of(only) if only else ():
        allowed |= group
    return [name for rule, name in enumerate(RULE_NAMES) if not allowed >> rule & 1]


def _ratings(level: str, rating: float | tuple[float, float] | None) -> tuple[int, int]:
    """Return (lowest, highest) in tenths."""
    from .catalog.rules import label_range
    from .difficulty.level_generation import FAR

    if level and rating is not None:
        raise PuzzleError("a level stands for a range of ratings: give either level or rating")
    if level:
        return label_range(level)
    if rating is None:
        return 0, FAR
    lowest, highest = rating if isinstance(rating, tuple) else (rating, rating)
    return round(10 * lowest), round(10 * highest)
