"""Generating from Python: the options of `satdoku generate`, checked before the first puzzle.

>>> [puzzle.clues for puzzle in generate(3, seed=7)]
[24, 25, 25]

Two records say what is generated: a `Recipe`, which puzzles; a `Level`, how hard they are for a
person. `generate` takes them as they are, or makes them from options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count as numbers_from
from typing import TYPE_CHECKING, Any, Unpack

from ..batch import puzzles as plain
from ..board import STANDARD, Puzzle
from ..errors import PuzzleError
from ..formats.text.reader import PuzzleLike, parse
from ..frozen import frozen
from ..layout import Layout, as_layout
from ..operations.generating import TRIES, Recipe, usual_keep
from ..operations.minimizing import Keep
from ..phrases import phrase
from ..record_types import Record, TypedDict, require_known
from ..suggest import meant
from ..workers.parallel import map_ordered

if TYPE_CHECKING:
    from .difficulty.level_generation import Level
    from .difficulty.scales import Scale

#: The largest seed and puzzle number.
MOST = 2**64 - 1
#: The fields that a recipe and a level have in common.
SHARED = ("layout", "symmetry", "mask", "clues", "minimal", "time_limit", "kinds", "like")
#: The kinds of techniques for boards with rules, and another of them.
OF_RULES = ("rule", "sum")
THROUGH_RULES = ("chain through rules",)
#: The technique for houses that are none of these.
IN_A_HOUSE, USUAL_HOUSES = "hidden single in a house", ("row", "column", "box")
#: The options that make a level.
OF_LEVEL = ("rating", "needs", "forbids", "allow_harder", "scale")


class GenerationKeywords(TypedDict, total=False):
    """The options from which `generate` makes its records; what each means is said there."""

    layout: Layout | str
    symbols: str
    kind: str
    constraints: str
    crossing: bool
    sides: str | Iterable[str]
    total: int | None
    keep: Keep | None
    rating: float | tuple[float, float] | None
    needs: str | Iterable[str]
    forbids: str | Iterable[str]
    allow_harder: bool
    scale: str | None
    symmetry: str
    mask: Iterable[int] | None
    clues: int | tuple[int, int] | None
    minimal: bool
    grid: bool
    near: PuzzleLike | None
    tries: int | None
    time_limit: float | None


@frozen
class Difficulty:
    """What a puzzle demands of a person, in the words of the options; `level_of` makes a `Level`.

    only: the techniques that may be used, separated by commas; "" for all.
    """

    level: str = ""
    rating: float | tuple[float, float] | None = None
    needs: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()
    only: str = ""
    scale: str | None = None
    allow_harder: bool = False

    @property
    def matters(self) -> bool:
        """Whether any difficulty is asked for."""
        return bool(self.level or self.rating is not None or self.needs or self.forbids)

    @property
    def is_hardest(self) -> bool:
        """Whether no step may be harder than the techniques needed."""
        return not (self.level or self.rating is not None or self.allow_harder)


def generate(
    count: int | None = 1,
    *,
    seed: int = 0,
    start: int = 0,
    of: Recipe | None = None,
    level: Level | str = "",
    jobs: int = 1,
    **options: Unpack[GenerationKeywords],
) -> Iterator[Puzzle]:
    """Generate puzzles start, start + 1, … of the run with this seed, lazily; endless if count is
    None.

    >>> puzzle = next(generate(seed=1, layout="4x4", symmetry="half-turn"))
    >>> puzzle == next(generate(of=Recipe(puzzle.layout, symmetry="half-turn"), seed=1))
    True

    Puzzle i depends on (seed, i, options) alone. of: the recipe of the puzzles. level: how hard
    they are: "easy", … "diabolic", or a `Level`; if there is a recipe too, its board, givens and
    kinds are used. Otherwise options make these records:

    layout, symbols: the board or its name, and the symbols of its digits. kind: of a variant, or
    several separated by commas, such as "killer" or "anti-knight,thermometer": constraints are
    generated on each grid. constraints: "all" of them stay, or those "needed"; "": all cages, and
    of the others those needed. crossing: lines may cross. sides: of clues outside ("top", "left",
    "bottom", "right"). total: the number that all cages, clues and marks have. keep: "logic"
    (solvable by the base rules; the default) or "proper" (the default of a kind with clues).
    rating: of the hardest step, or (lowest, highest). needs, forbids: techniques that the puzzle
    cannot, or can, be solved without; unless allow_harder, or a level or a rating is given, no step
    is harder than those needed. scale: of levels, ratings, techniques ("se", "se118", "satdoku").
    symmetry: of the givens ("none" is the default). minimal: no given (under a symmetry: no orbit)
    can be removed under these conditions, which is the default; otherwise a random number of givens
    within clues = (least, most) is the target. mask: the cells (from 0) that hold the givens,
    exactly; of a kind, those that cages, lines and marks may use. grid: generate full grids
    instead. near: a puzzle with one solution: those made are minimal, and differ from it by
    exchanges of one or two givens. tries: grids (with a mask: changes; near a puzzle: exchanges)
    tried per puzzle; time_limit: seconds per puzzle.

    Raises `PuzzleError` for invalid options, at once; `GenerationError`, while iterating, when no
    such puzzle was found.
    """
    for name, number in {"count": count, "seed": seed, "start": start}.items():
        if number is not None and not (isinstance(number, int) and 0 <= number <= MOST):
            raise PuzzleError(
                phrase(
                    "{name!s} {number!r}: choose a whole number from 0 to {most:,}",
                    name=name,
                    number=number,
                    most=MOST,
                )
            )
    require_known(options, GenerationKeywords, "generate")
    wanted = _wanted(of, level, options)
    if isinstance(wanted, Layout):
        return plain.grids(wanted, seed, start, count, jobs)
    if isinstance(wanted, Recipe):
        return plain.puzzles(wanted, seed, start, count, jobs)
    from .difficulty.level_generation import generate_at

    numbers = numbers_from(start) if count is None else range(start, start + count)
    found = map_ordered(partial(generate_at, wanted, seed), numbers, jobs, threads=True)
    return (at_level.puzzle for at_level in found)


def _wanted(
    of: Recipe | None, level: Level | str, options: GenerationKeywords
) -> Layout | Recipe | Level:
    """Return what is to be generated: full grids of a layout, a recipe, or a level."""
    if of is not None:
        return _of_recipe(of, level, options)
    if not isinstance(level, str):
        if options:
            raise PuzzleError(f"a Level already decides {', '.join(options)}: set it there")
        return level
    shared = _shared(options)
    difficulty = _difficulty(level, options)
    if options.get("grid"):
        _check_grid(difficulty, shared, options)
        layout: Layout = shared["layout"]
        return layout
    keep = options.get("keep")
    tries = options.get("tries")
    near = options.get("near")
    if near is not None:
        start = parse(near, shared["layout"])
        return level_of(difficulty, tries=tries, near=start, **shared)
    if not difficulty.matters:
        if difficulty.scale:
            raise PuzzleError("a scale needs a level, a rating or techniques")
        keep = keep or usual_keep(options.get("kind"), shared["clues"])
        return Recipe(keep=keep, tries=tries or TRIES, **shared)
    if keep not in (None, "logic"):
        raise PuzzleError("a level, a rating or techniques decide what keep would: leave it out")
    return level_of(difficulty, tries=tries, **shared)


def _of_recipe(recipe: Recipe, level: Level | str, options: GenerationKeywords) -> Recipe | Level:
    """Return the recipe, or the level of which its puzzles shall be."""
    others = [name for name in options if name not in OF_LEVEL]
    if others:
        raise PuzzleError(f"a Recipe already decides {', '.join(others)}: set it there")
    shared = {name: getattr(recipe, name) for name in SHARED}
    if not isinstance(level, str):
        if options:
            raise PuzzleError(f"a Level already decides {', '.join(options)}: set it there")
        return replace(level, **shared)
    difficulty = _difficulty(level, options)
    if difficulty.matters:
        return level_of(difficulty, **shared)
    if difficulty.scale:
        raise PuzzleError("a scale needs a level, a rating or techniques")
    return recipe


def _shared(options: GenerationKeywords) -> Record:
    """Return the fields that recipes and levels share, as the options say."""
    layout = options.get("layout", STANDARD)
    symbols = options.get("symbols", "")
    board = Layout.named(layout, symbols) if isinstance(layout, str) else as_layout(layout)
    if symbols and not isinstance(layout, str):
        raise PuzzleError(
            "a Layout already has symbols: set them there, or pass the name of a layout"
        )
    mask = options.get("mask")
    cells = None if mask is None else frozenset(mask)
    clues = options.get("clues")
    symmetry = options.get("symmetry", "none")
    kind = options.get("kind", "")
    constraints = options.get("constraints", "")
    crossing = options.get("crossing", False)
    sides = options.get("sides", ())
    total = options.get("total")
    kinds: tuple[str, ...] = ()
    like = None
    if kind:
        from ..operations.variant_generation import Arrangement, with_kinds

        board, kinds = with_kinds(board, kind)
        chosen = (sides,) if isinstance(sides, str) else tuple(sides)
        like = Arrangement(
            constraints=constraints,
            symmetry=symmetry,
            crossing=crossing,
            sides=chosen,
            total=total,
            cells=cells,
        )
        cells = None
    elif constraints or crossing or sides or total is not None:
        raise PuzzleError("constraints, crossing, sides and total need a kind")
    return {
        "layout": board,
        "symmetry": symmetry,
        "mask": cells,
        "clues": (clues, clues) if isinstance(clues, int) else clues,
        "minimal": options.get("minimal", True),
        "time_limit": options.get("time_limit"),
        "kinds": kinds,
        "like": like,
    }


def _difficulty(level: str, options: GenerationKeywords) -> Difficulty:
    """Return the difficulty that the options ask for."""
    return Difficulty(
        level=level,
        rating=options.get("rating"),
        needs=_names(options.get("needs", ())),
        forbids=_names(options.get("forbids", ())),
        scale=options.get("scale"),
        allow_harder=options.get("allow_harder", False),
    )


def _names(names: str | Iterable[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


def _check_grid(difficulty: Difficulty, shared: Record, options: GenerationKeywords) -> None:
    """Raise `PuzzleError` for options that do not apply to full grids."""
    given = {
        "kind": options.get("kind"),
        "level": difficulty.level,
        "rating": difficulty.rating,
        "needs": difficulty.needs,
        "mask": shared["mask"],
        "forbids": difficulty.forbids,
        "clues": options.get("clues"),
    }
    ignored = [name for name, value in given.items() if value]
    if ignored:
        raise PuzzleError(phrase("full grids take no {names!s}", names=" and no ".join(ignored)))


def level_of(wanted: Difficulty, *, layout: Layout, kinds: tuple[str, ...], **others: Any) -> Level:
    """Return the level of this difficulty on a board; others: as for `Level`."""
    from .difficulty.level_generation import Level

    rules = rules_of_level(wanted, layout, of_a_kind=bool(kinds))
    lowest, highest = _ratings(wanted.level, wanted.rating)
    return Level(lowest=lowest, highest=highest, layout=layout, kinds=kinds, **rules, **others)


def rules_of_level(wanted: Difficulty, layout: Layout, of_a_kind: bool) -> Record:
    """Return the arguments of `Level` on techniques: the scale, and which of its rules are needed
    or forbidden.

    The scale is the one asked for. If a technique is not one of Sudoku Explainer's, or variant
    rules are generated (`of_a_kind`), it is our own.
    """
    from .catalog.names import form_of, is_asked_for, known_name, rule_of
    from .difficulty.scales import SATDOKU, left_by, scale_named, scale_needed

    _check_needed(wanted.needs, layout)
    asked_for = ",".join((*wanted.needs, *wanted.forbids, wanted.only))
    asked = wanted.scale or scale_needed(asked_for)
    scale = SATDOKU if of_a_kind else scale_named(asked, layout)
    if scale is not SATDOKU:
        left = left_by(scale, wanted.only, ",".join(wanted.forbids))
        if left is not None and left_by(scale, ",".join(wanted.needs), ""):
            return _of_se(wanted, scale, left)
    needed = [known_name(name) for name in wanted.needs]
    avoided = [known_name(name) for name in wanted.forbids]
    if not (of_a_kind or layout.constraints):
        _check_plain(needed, layout)
    avoided += _all_but(wanted.only)
    if scale is not SATDOKU:
        scale = scale_named(asked, layout, own_rules=asked_for)
    # The search knows rules by number. Forms of a rule, and techniques used only on request, are
    # recognised by the names of the steps.
    by_name = {name for name in (*needed, *avoided) if form_of(name) or is_asked_for(name)}
    needs = [rule for rule in map(rule_of, needed) if rule < len(scale.rows)]
    forbids = [rule_of(name) for name in avoided if name not in by_name]
    chosen = {
        "scale": scale,
        "needs": tuple(needs),
        "forbids": tuple(forbids),
        "named": tuple(name for name in needed if name in by_name),
        "unnamed": tuple(name for name in avoided if name in by_name),
    }
    return _at_most(needed, chosen) if wanted.is_hardest else chosen


def _of_se(wanted: Difficulty, scale: Scale, left: int) -> Record:
    """Return the arguments of `Level` for techniques that Sudoku Explainer has; left: its rules
    that are allowed, as bits."""
    needed = tuple(scale.place_of(name) for name in wanted.needs)
    gone = tuple(k for k in range(len(scale.rows)) if not left >> k & 1)
    chosen = {"scale": scale, "needs": needed, "forbids": gone}
    if not wanted.is_hardest:
        return chosen
    return _at_most([scale.rows[k].name for k in needed], chosen)


def _check_needed(names: Sequence[str], layout: Layout) -> None:
    """Raise `PuzzleError` for a technique that no puzzle on the board needs."""
    from .catalog.names import ALIASES, NAMES, SE_ALIASES, why_needless
    from .difficulty.scales import EXPLAINED

    every = [*NAMES, *ALIASES, *EXPLAINED, *SE_ALIASES]
    for name in names:
        known = meant(name, every, "technique", listed_by="satdoku rules")
        known = ALIASES.get(known, known)
        why_not = why_needless(known, layout)
        if why_not:
            raise PuzzleError(phrase("no puzzle needs {name!r}: {why!s}", name=known, why=why_not))


def _check_plain(names: Sequence[str], layout: Layout) -> None:
    """Raise `PuzzleError` for a technique that needs rules or houses which a board without rules
    does not have."""
    from .catalog.names import rule_of
    from .catalog.rules import TABLE

    for name in names:
        if TABLE[rule_of(name)].kind in OF_RULES or name in THROUGH_RULES:
            raise PuzzleError(
                phrase(
                    "{name!r} is a technique for boards with rules: name a kind, or a layout "
                    "with rules",
                    name=name,
                )
            )
        if name == IN_A_HOUSE and all(house.kind in USUAL_HOUSES for house in layout.houses):
            raise PuzzleError(
                phrase(
                    "{name!r} is for boards with further houses, such as --layout 9x9+diagonal",
                    name=name,
                )
            )


def _at_most(needs: Sequence[str], chosen: Record) -> Record:
    """Return arguments of `Level` by which the hardest of these techniques is the hardest step."""
    from .catalog.names import rule_of
    from .catalog.rules import TABLE

    scale = chosen["scale"]

    def tenths(name: str) -> int:
        row = scale.named(name) if name in scale.names else TABLE[rule_of(name)]
        rating: int = row.tenths
        return rating

    hardest = max(needs, key=tenths, default="")
    if not hardest:
        return chosen
    harder = [k for k, row in enumerate(scale.rows) if row.tenths > tenths(hardest)]
    return chosen | {"hardest": hardest, "forbids": (*chosen["forbids"], *harder)}


def _all_but(only: str) -> list[str]:
    """Return the rules that are forbidden if only these are allowed; none if none is named."""
    from .catalog.names import order_of
    from .catalog.rules import RULE_NAMES

    if not only:
        return []
    allowed = 0
    for group in order_of(only):
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
