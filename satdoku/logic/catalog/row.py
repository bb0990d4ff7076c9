"""The row types of technique files: names, ratings and finder, one row per variant of a technique;
and its lessons.

A `ScaleRow` serves the search of both scales and the list of all steps by name; a `Technique` only
the list. The reasons in lessons use the two principles of docs/logic.md, Cover(k) and Refute(x);
nearly all techniques are instances of these. A lesson stands in the docstring of its technique's
file: "Lesson: " and the names, then two indented paragraphs, of which the second begins with
"Why: ".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Any

from ...frozen import frozen

#: Kinds, which decide how steps are put in words: see `sentences`, `steps` and `proofs`.
KINDS = (
    "last digit", "hidden single", "naked single", "rule", "locked", "cover", "wing",
    "almost locked", "chain", "refutation", "unique", "sum", "aligned", "branches", "own reason",
    "own branches",
)  # fmt: skip
#: Named sets of rules, each with the sets that contain it.
COVERS = ("covers", "chains", "grouped")
PAIRS = ("pairs", *COVERS)
LOCKED = ("locked", *PAIRS, "refutation-locked")
SINGLES = ("singles", *LOCKED, "refutation", "nested")


@frozen
class Needless:
    """Why no puzzle needs a technique: what always does the same, rated no higher. largest: the
    most digits of a board on which that holds."""

    why: str
    largest: int = 1 << 20


def part_of(name: str) -> Needless:
    """Return why nothing needs a technique all of whose steps are those of another."""
    return Needless(f"each of its steps is one of {name!r} too, rated the same: name that")


@frozen
class ScaleRow:
    """A technique.

    rating: without what a length adds. finder: "module:function"; mode: its argument, if it serves
    several rows. kind: one of `KINDS`. sets: the named sets that contain it ("all" contains all).
    aliases: names in other programs. asked: used only if named. in_se: Sudoku Explainer has it too.
    joint: listed only if named, since other rows find the same steps (None: if it has forms).
    slow: listed only if named, for its cost. estimated: its ratings only estimate those of another
    technique. needless: if no puzzle needs it, why.
    """

    name: str
    rating: float
    finder: str
    mode: int
    kind: str
    sets: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    asked: bool = False
    in_se: bool = True
    joint: bool | None = None
    slow: bool = False
    estimated: bool = False
    needless: Needless | None = None

    def __post_init__(self) -> None:
        lacks = [f for f in ("name", "rating", "finder", "kind") if not getattr(self, f)]
        if lacks or ":" not in self.finder or self.kind not in KINDS:
            raise ValueError(
                f"the row {self.name!r} has no proper {(lacks or ['finder or kind'])[0]}"
            )

    @property
    def tenths(self) -> int:
        """The rating in tenths."""
        return round(10 * self.rating)


@frozen
class TechniqueForm:
    """A form of a rule, recognised by the shape of its steps, with its minimum rating. mode: the
    argument of the rule's finder by which it lists them, if it differs from the rule's."""

    name: str
    rule: str
    rating: float
    aliases: tuple[str, ...] = ()
    slow: bool = False
    joint: bool = False
    mode: int | None = None


@frozen
class Technique:
    """A technique that can be requested by name.

    finder: "module:function" of a function that gets a `View` and `mode` and yields what it finds;
    or of a kernel, `find_…`, that also serves the search. aliases: names in other programs. rule:
    the rule of which it is a form. proper: it assumes one solution. slow: left out unless named.
    joint: it stands for several techniques, or duplicates them; of: their names. scale: the scale
    whose search finds one step of it, if no finder lists all. own: the finder of a technique of the
    user's own. sets: the named sets of rules that contain it on boards with rules, where it is used
    without being named. kind: one of `KINDS`. needless: if no puzzle needs it, why.
    """

    name: str
    rating: float
    finder: str
    mode: Any = None
    aliases: tuple[str, ...] = ()
    rule: str = ""
    proper: bool = False
    slow: bool = False
    joint: bool = False
    of: tuple[str, ...] = ()
    scale: str = ""
    own: Any = None
    sets: tuple[str, ...] = ()
    kind: str = "own reason"
    needless: Needless | None = None

    @property
    def is_kernel(self) -> bool:
        """Whether its finder is a kernel, which also serves the search."""
        return ":find_" in self.finder


@frozen
class OwnTechnique:
    """A technique of the user's own.

    find: gets a `View` of the position and yields a `Finding` for each step. rating: how difficult
    it is. proper: whether it assumes that the puzzle has one solution. judge: optionally, whether a
    conclusion follows by the technique's definition, for `satdoku verify-steps`: a function of the
    position, a literal and the cells that the step mentions, which shares no code with `find`.

    >>> OwnTechnique("nothing", 1.0, find=lambda view: ()).rating
    1.0
    """

    name: str
    rating: float
    find: Callable[[Any], Iterable[Any]]
    proper: bool = False
    judge: Callable[..., bool] | None = None


@frozen
class Lesson:
    """The text of the lesson on one technique, or on several whose names differ only by a number.

    called: names, separated by commas, as in the tables of techniques. what: the definition; why:
    the reason it holds; each a few sentences, without line breaks.
    """

    called: str
    what: str
    why: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names that it serves."""
        return tuple(self.called.split(", "))


#: A lesson in a module's docstring: its heading, the definition and the reason.
LESSON = re.compile(r"^Lesson: (.+?)\n\n    (.+?)\n\n    Why: (.+?)\n(?=\n?^\S|\Z)", re.M | re.S)


def lessons_of(module: ModuleType) -> Iterator[Lesson]:
    """Yield the lessons in a module's docstring."""
    for parts in LESSON.findall(module.__doc__ or ""):
        yield Lesson(*(" ".join(part.split()) for part in parts))
