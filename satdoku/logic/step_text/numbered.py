"""The steps of an explanation as numbered lines, each as soon as it is known.

Repeated patterns are not explained again: a subset or locked digit that first placed a digit and
then removes candidates refers to the step that had it first.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...phrases import Name, SideBySide, phrase
from ...theory import Theory, Variables
from ..steps import LogicStep
from .proof_texts import step_lines
from .rule_sentences import step_name
from .sentences import bare, cells_text, conclusion_text, digit_text, sentence

#: Verbosities, the most detailed first.
VERBOSITIES = ("full", "all", "brief", "terse", "final")


class NumberedSteps:
    """The text of steps, one after another.

    verbosity: one of `VERBOSITIES`: "full" is "all" with a sentence for each link of a chain; "all"
    has each step with its reason; "brief" also, but joins consecutive singles; "terse" has one line
    per step and no singles; "final" nothing.
    """

    def __init__(self, theory: Theory, verbosity: str = "all") -> None:
        self.theory = theory
        self.verbosity = verbosity
        #: The number of the step that first had a pattern, by its name, bases and covers.
        self._first: dict[tuple[str, Variables, Variables], int] = {}
        self._singles: list[LogicStep] = []
        self._number = self._last_single = 0

    def add(self, step: LogicStep) -> Iterator[str]:
        """Yield the lines that the next step adds; perhaps none yet."""
        self._number += 1
        if self.verbosity == "final" or (step.is_single and self.verbosity == "terse"):
            return
        if step.is_single and self.verbosity == "brief":
            self._singles.append(step)
            self._last_single = self._number
            return
        yield from self.end()
        begin = f"{self._number:3}  {step.rating_text:>4}  "
        is_terse = self.verbosity == "terse"
        said = bare(self.theory, step) if is_terse else self._sentence(step)
        yield SideBySide(begin, headed(step_name(step.name)), said)
        if is_terse:
            return
        for line in step_lines(self.theory, step, in_full=self.verbosity == "full"):
            yield SideBySide(" " * 11, line)

    def end(self) -> Iterator[str]:
        """Yield the line of singles collected so far, if any."""
        if not self._singles:
            return
        last = self._last_single
        first = last - len(self._singles) + 1
        placed = ", ".join(conclusion_text(self.theory, one.asserted, ()) for one in self._singles)
        if last > first:
            numbers = f"{first}-{last}"
            name = Name("singles")
        else:
            numbers = f"{first}"
            name = step_name(self._singles[0].name)
        yield SideBySide(f"{numbers:>9}  ", headed(name), placed)
        self._singles.clear()

    def _sentence(self, step: LogicStep) -> str:
        """Return its sentence, or a reference to the step that had the same pattern."""
        if step.kind not in ("cover", "locked"):
            return sentence(self.theory, step)
        bases = step.bases[: len(step.bases) - len(step.asserted)]
        name = step.name.removeprefix("direct ")
        first = self._first.setdefault((name, bases, step.covers), self._number)
        if first == self._number:
            return sentence(self.theory, step)
        if step.asserted:
            house = self.theory.clauses[step.bases[-1]].house
            [v] = step.asserted
            symbol = digit_text(self.theory, v)
            cell = cells_text(self.theory, [v])
            return phrase(
                "With the {name} of step {number}, in {house}, {digit} can only go in {cell}.",
                name=step_name(name),
                number=first,
                house=house,
                digit=symbol,
                cell=cell,
            )
        result = conclusion_text(self.theory, step.asserted, step.denied)
        also = "The {name} of step {number} also gives {result}."
        return phrase(also, name=step_name(name), number=first, result=result)


def headed(name: str) -> str:
    """Return 'X-wing: ', which begins a line."""
    return phrase("{name}: ", name=name)
