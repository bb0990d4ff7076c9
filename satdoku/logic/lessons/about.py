"""Help on a technique: definition, reason, rating, names, and a position that shows it.

>>> lesson = technique("x wing")
>>> lesson
<About X-wing: 3.2>
>>> lesson.text().splitlines()[0]
'X-wing (3.2)'
"""

from __future__ import annotations

import shlex
from functools import cache
from pathlib import Path

from ...formats.programs.library import is_library_line
from ...frozen import frozen
from ...languages import telling
from ...phrases import Name, joined, phrase
from ...record_types import TypedDict
from ...suggest import meant
from ..catalog.names import ALIASES, FORMS, NAMES, SE_ALIASES
from ..catalog.row import Lesson, lessons_of
from ..catalog.rules import GROUPS as FILE_GROUPS
from ..catalog.rules import by_name
from ..difficulty import scales
from ..difficulty.scales import EXPLAINED, SATDOKU, SE118

#: Modules beside the techniques' files that have lessons, by the title of their group.
OTHERS = {
    "Assumptions: refutations, forcing chains and nets": (scales,),
}
#: Titles of groups, with their lessons.
GROUPS = {
    title: tuple(one for file in (*files, *OTHERS.get(title, ())) for one in lessons_of(file))
    for title, files in FILE_GROUPS.items()
}
EXAMPLES = Path(__file__).with_name("examples.txt")
#: Techniques without a position, and why.
NEVER_SHOWN = dict.fromkeys(
    ("leviathan",),
    "seven lines with a digit in seven lines across leave two lines each way, where the digit has "
    "places in two lines only: an X-wing eliminates the same.",
)
#: The sorts of positions of a technique, in their order.
SORTS = ("easy", "typical", "surprising")


@frozen
class Example:
    """A position that shows a technique.

    sort: one of `SORTS`. options: command-line options. shows: the options that ask for what it
    concludes there, "" if that is its first step. position: a library line or a puzzle.
    """

    name: str
    sort: str
    options: str
    shows: str
    position: str

    @property
    def arguments(self) -> list[str]:
        """The arguments of the command that shows it, starting with the command's name."""
        options = shlex.split(self.options)
        if self.name in by_name():
            options += self.shows.split()
            return ["steps", "--technique", self.name, "--limit", "1", *options, self.position]
        if EXPLAINED.get(self.name) is SE118:
            options += ["--scale", SE118.name]
        state = ["--from-state"] if is_library_line(self.position) else []
        return ["explain", "--until", "1", *options, *state, self.position]

    @property
    def command(self) -> str:
        """The command line that shows it."""
        return f"satdoku {shlex.join(self.arguments)}"


class AboutRecord(TypedDict):
    """examples: the commands that show the technique: easy, typical, surprising; possibly fewer,
    and none if other names of its lesson have them."""

    name: str
    rating: float
    rule: str
    aliases: list[str]
    definition: str
    why: str
    examples: list[str]


@frozen
class About:
    """Help on a technique.

    >>> technique("X-wing").facts
    '3.2'

    rating: as in its scale, before the chain's length is added; rule: the rule of which it is a
    form, if any; examples: at most one of each sort, none if other names of its lesson have them.
    """

    name: str
    rating: float
    rule: str
    aliases: tuple[str, ...]
    lesson: Lesson
    examples: tuple[Example, ...]

    def __repr__(self) -> str:
        return f"<About {self.name}: {self.rating}>"

    def record(self) -> AboutRecord:
        """Return a record for JSON."""
        return {
            "name": self.name,
            "rating": self.rating,
            "rule": self.rule,
            "aliases": list(self.aliases),
            "definition": self.lesson.what,
            "why": self.lesson.why,
            "examples": [example.command for example in self.examples],
        }

    @property
    def facts(self) -> str:
        """One line with the rating, the rule of which it is a form, and its other names."""
        parts = [str(self.rating)]
        if self.rule != self.name:
            parts.append(phrase("a form of {rule}", rule=Name(self.rule)))
        if self.aliases:
            parts.append(phrase("also called {names!s}", names=", ".join(self.aliases)))
        return joined(parts, "{one}; {next}")

    def text(self, language: str = "en") -> str:
        """Return the help as text. language: see `languages`; a line that has no translation is in
        English, with a mark.

        >>> technique("pointing").text("de").split("; ")[0]
        'Zeigende Kandidaten (2.6'
        """
        return "\n".join(map(telling(language), self._lines()))

    def _lines(self) -> list[str]:
        """Return the help, line by line."""
        lines: list[str] = [phrase("{name} ({facts})", name=Name(self.name), facts=self.facts)]
        lines += ["", self.lesson.what, "", phrase("Why: {why}", why=self.lesson.why)]
        if self.name in NEVER_SHOWN:
            return [*lines, "", phrase("No position: {why}", why=NEVER_SHOWN[self.name])]
        for example in self.examples or self._beside()[:1]:
            called = Name(example.sort if example.name == self.name else example.name)
            lines.append("")
            lines.append(phrase("See ({name}): {command!s}", name=called, command=example.command))
        return lines

    def _beside(self) -> list[Example]:
        """Return the examples of the other names of its lesson."""
        return [examples()[name] for name in self.lesson.names if name in examples()]


def technique(name: str) -> About:
    """Return the help on the technique of this name (or alias); raise `PuzzleError` for an unknown
    one.

    >>> technique("swordfish").record()["rating"]
    3.8
    """
    also = SE_ALIASES | ALIASES
    found = meant(name, [*lessons(), *also], "technique", listed_by="satdoku rules")
    if found not in lessons():
        found = also.get(found, found)
    return About(
        name=found,
        rating=_rating(found),
        rule=FORMS.get(found, found),
        aliases=tuple(alias for alias, known in also.items() if known == found),
        lesson=lessons()[found],
        examples=examples_by_name().get(found, ()),
    )


@cache
def lessons() -> dict[str, Lesson]:
    """Return the lessons by name, in the order of the page."""
    by_name = dict[str, Lesson]()
    for group in GROUPS.values():
        for lesson in group:
            by_name |= dict.fromkeys(lesson.names, lesson)
    return by_name


def known_names() -> tuple[str, ...]:
    """Return every name that a step can have, in any scale."""
    return tuple(dict.fromkeys((*NAMES, *EXPLAINED)))


@cache
def examples_by_name() -> dict[str, tuple[Example, ...]]:
    """Return the examples by name, each sort at most once, in the order of `SORTS`."""
    by_name = dict[str, tuple[Example, ...]]()
    for line in EXAMPLES.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            example = Example(*line.split(";"))
            by_name[example.name] = (*by_name.get(example.name, ()), example)
    return by_name


@cache
def examples() -> dict[str, Example]:
    """Return the simplest example of each name."""
    return {name: shown[0] for name, shown in examples_by_name().items()}


def _rating(name: str) -> float:
    if name in by_name():
        return by_name()[name].rating
    return EXPLAINED.get(name, SATDOKU).named(name).rating
