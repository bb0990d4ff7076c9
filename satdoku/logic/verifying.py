"""Verifying steps of others: our JSON records, or lines of text.

A line names a technique, perhaps what it rests on, and a conclusion ('r4c7=5', 'r1c3,r4c8<>7'): as
HoDoKu writes it, "Naked Pair: 3,5 in r1c12 => r1c5<>3, r1c7<>5", or as `explain` does. It is right
if the conclusion follows at that position by the technique named. If it names none, or an unknown
one, a false conclusion is wrong and a true one counts as not judged; so does a line that is not a
step. A JSON record must follow from exactly the clauses that it names, and its name is judged as
well. What a record states about the board after its steps must be true.

If a step assumes that the puzzle has one solution, this is proved first. Reasons and ratings are
not judged, and the verdict states this.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice

from ..board import Puzzle
from ..errors import Inconsistency, ParseError
from ..formats.text.reader import PuzzleLike, parse
from ..frozen import frozen
from ..inference.deduction import ASSERTED, OPEN
from ..inference.entailment import not_entailed
from ..layout import Layout
from ..phrases import Name, counted, in_lines, joined, phrase
from ..plurals import plural
from ..record_types import BoardRecord, Natural, Number, Record, TypedDict
from ..sanitize import shown
from ..suggest import folded
from ..theory import Theory
from .catalog.names import ALIASES
from .catalog.rules import by_name
from .difficulty.scales import SATDOKU
from .eureka import Chain, chain_in, follows_from, problem_in
from .explanation import Explanation
from .position import Position
from .step_text.sentences import conclusion_text
from .step_text.step_records import clauses_by_name
from .step_text.step_texts import StepClaim, Steps, read_steps
from .technique_checks.balance import MODES, by_balance
from .technique_checks.base import follows
from .technique_checks.table import judge_of

#: Maximum length shown of a conclusion, and of a line that is not a step.
LONGEST = 80
#: Names, folded, of chains whose links may be of any kind: the links decide.
OF_ANY_LINKS = ("aic", "chain", "alternatinginferencechain")
#: The scope of the verdicts.
SCOPE = "conclusions and names of techniques were checked, reasons and ratings were not"
#: The message if there are no steps.
NOTHING = "nothing to verify: there are no steps"


@frozen
class StepVerdict:
    """The verdict on one step.

    number: from 1; text: its conclusion; problem: "" if it is right; note: the part that was not
    judged ("" if all was). is_granted: whether the problem goes if wrong steps before it are
    granted.
    """

    number: int
    text: str
    problem: str = ""
    note: str = ""
    is_granted: bool = False

    @property
    def problem_line(self) -> str:
        """The line to print; "" for a step that is right throughout."""
        text = f"{self.text[:LONGEST]}…" if len(self.text) > LONGEST else self.text
        if self.problem and not self.is_granted:
            said = "step {number} is wrong: {text!s}: {problem}"
            return phrase(said, number=self.number, text=text, problem=self.problem)
        if not self.note:
            return ""
        said = "step {number}: {text!s}: {problem}"
        return phrase(said, number=self.number, text=text, problem=self.note)

    def record(self) -> StepVerdictRecord:
        """Return a record for JSON."""
        return {
            "step": self.number,
            "conclusion": self.text,
            "right": not self.problem,
            "problem": self.problem,
            "granted": self.is_granted,
            "not_judged": self.note,
        }


class UnreadRecord(TypedDict):
    """line: the number of a line that is not a step."""

    line: Number
    text: str


class StepVerdictRecord(TypedDict):
    """step: the number of the step. problem: what is wrong, else empty. granted: whether it is
    right if wrong steps before it are granted. not_judged: why the step's name was not judged,
    else empty."""

    step: Number
    conclusion: str
    right: bool
    problem: str
    granted: bool
    not_judged: str


class VerificationRecord(BoardRecord):
    """not_judged: steps that were not judged in all that they say, and lines that are not steps.
    remark: a remark on the position before the first step, else empty. end: what the record states
    wrongly about the board after its steps, else empty. scope: what was judged of the steps, and
    what was not. unread: the lines that are not steps."""

    right: Natural
    wrong: Natural
    not_judged: Natural
    remark: str
    end: str
    scope: str
    unread: list[UnreadRecord]
    steps: list[StepVerdictRecord]


@frozen
class Verification:
    """The verdicts on the steps of one puzzle, in order.

    >>> found = verify_steps("hidden single: r2c1=1", "..1..23..4......")
    >>> found.right, found.wrong, found.ok
    (1, 0, True)

    remark: a note on the start, or "". unread: lines that are not steps, with their numbers. end:
    what is wrong in a record's statements about the board after its steps, or "".
    """

    puzzle: Puzzle
    verdicts: tuple[StepVerdict, ...]
    remark: str = ""
    unread: tuple[tuple[int, str], ...] = ()
    end: str = ""

    @property
    def wrong(self) -> int:
        """The number of wrong steps; a wrong end counts as one."""
        wrong = [v for v in self.verdicts if v.problem and not v.is_granted]
        return len(wrong) + (1 if self.end else 0)

    @property
    def granted(self) -> int:
        """The number of steps that rest on wrong ones, and are right if these are granted."""
        return sum(verdict.is_granted for verdict in self.verdicts)

    @property
    def unjudged(self) -> int:
        """The number of steps not judged in full, and of lines that are not steps."""
        return sum(bool(verdict.note) for verdict in self.verdicts) + len(self.unread)

    @property
    def right(self) -> int:
        """The number of steps that are right throughout."""
        return sum(not verdict.problem and not verdict.note for verdict in self.verdicts)

    @property
    def ok(self) -> bool:
        """Whether there are steps, and all were judged and are right."""
        return self.right > 0 and not self.wrong and not self.unjudged

    @property
    def summary(self) -> str:
        """'61 steps are right, 0 wrong', or '9 steps are right, 1 wrong; the rest right if it is
        granted'."""
        if not self.verdicts and not self.unread:
            return NOTHING
        counts = [plural(self.right, "step is right", "steps are right")]
        counts.append(counted(self.wrong, "{number} wrong", "{number} wrong"))
        if self.unjudged:
            counts.append(phrase("{number:,} not judged", number=self.unjudged))
        summary = joined(counts)
        if not self.granted:
            return summary
        granted = "the rest right if these are granted"
        if self.wrong == 1:
            granted = "the rest right if it is granted"
        return phrase("{one}; {next}", one=summary, next=granted)

    def __repr__(self) -> str:
        return f"<Verification: {self.summary}>"

    def text(self) -> str:
        """Return a line for each step that is wrong or not judged in full, the summary, and the
        puzzle."""
        lines = [verdict.problem_line for verdict in self.verdicts if verdict.problem_line]
        for number, line in self.unread:
            said = "line {number} is not a step: {text!s}"
            lines.append(phrase(said, number=number, text=shown(line, LONGEST)))
        if self.end:
            lines.append(phrase("the outcome is wrong: {why}", why=self.end))
        board = f"{self.puzzle.layout.text()}: {self.puzzle.line}"
        scope = phrase("{problem} ({advice})", problem=Name(board), advice=SCOPE)
        return in_lines([*lines, self.summary, scope])

    def record(self) -> VerificationRecord:
        """Return a record for JSON."""
        unread: list[UnreadRecord] = [
            {"line": number, "text": line} for number, line in self.unread
        ]
        return {
            "puzzle": self.puzzle.line,
            **self.puzzle.layout.record(),
            "right": self.right,
            "wrong": self.wrong,
            "not_judged": self.unjudged,
            "remark": self.remark,
            "end": self.end,
            "scope": SCOPE,
            "unread": unread,
            "steps": [verdict.record() for verdict in self.verdicts],
        }


def verify_steps(
    steps: str | Explanation | Record,
    puzzle: PuzzleLike | Position | None = None,
    *,
    from_state: bool = False,
    layout: Layout | str | None = None,
) -> Verification:
    """Return the verdicts on the steps of one explanation: the output of `explain` in any format
    (its record, too), or lines of any tool with the puzzle where they begin.

    >>> verify_steps("naked single: r1c1=4", "..1..23..4......")
    <Verification: 0 steps are right, 1 wrong>

    from_state: begin at the candidates in the record, not at those that its givens leave. layout:
    of a puzzle that is text, as for `parse`. Raises `ParseError` if there are no steps, or those of
    several puzzles.
    """
    if layout is not None and puzzle is not None and not isinstance(puzzle, Position):
        puzzle = parse(puzzle, layout)
    record = steps.record() if isinstance(steps, Explanation) else steps
    text = record if isinstance(record, str) else json.dumps(record)
    parts = list(read_steps(text, puzzle, from_state))
    if len(parts) != 1:
        raise ParseError(
            phrase("the steps of {count!s} puzzles: give one at a time", count=len(parts))
        )
    if not parts[0].claims and not parts[0].unread:
        raise ParseError(NOTHING)
    return verification(parts[0])


def verification(part: Steps) -> Verification:
    """Return the verdicts on the steps of one explanation."""
    position = part.start.copy()
    verdicts = tuple(verdicts_on(position, part.claims))
    is_right = not any(verdict.problem for verdict in verdicts)
    end = _wrong_end(position, dict(part.end)) if is_right else ""
    return Verification(part.start.board, verdicts, part.remark, part.unread, end)


def _wrong_end(position: Position, outcome: Record) -> str:
    """Return what is false in a record's statements about the board after its steps, or ""."""
    line = position.board.line
    is_solved = position.is_solved
    if outcome.get("board") not in (None, line):
        return f"the board is {line}"
    solution = outcome.get("solution")
    if solution not in (None, line) or (solution and not is_solved):
        return "these steps do not lead to the solution in the record"
    if outcome.get("outcome") == "solved" and not is_solved:
        return "these steps do not solve the puzzle"
    return ""


def verdicts_on(position: Position, claims: Iterable[StepClaim]) -> Iterator[StepVerdict]:
    """Yield a verdict on each step, while the position advances; a wrong one is not taken, nor one
    that is only listed. Once one is wrong, there is also a position where it is granted."""
    start = position.copy()
    judge = _Judge(start)
    granted = None
    for number, claim in enumerate(claims, 1):
        text = conclusion_text(start.theory, claim.asserted, claim.denied)
        if claim.singles_before:
            _take_singles(position, claim)
        problem, note = judge.of(position, claim)
        is_granted = bool(problem and granted) and not any(judge.of(granted or start, claim))
        yield StepVerdict(claim.number or number, text, problem, note, is_granted)
        if claim.is_listed:
            continue
        if problem and not granted:
            granted = position.copy()
        if not problem:
            position.take(claim.asserted, claim.denied)
        if granted:
            granted = _with(granted, claim)


def _with(position: Position, claim: StepClaim) -> Position | None:
    """Return the position after a claim that may be wrong; None if it contradicts itself then."""
    try:
        position.take(claim.asserted, claim.denied)
    except Inconsistency:
        return None
    return position


def _take_singles(position: Position, claim: StepClaim) -> None:
    """Take as many singles as a terse list left out: those that `explain` would take."""
    from .explain import StepWalk
    from .search.choosing import choice

    scale = claim.scale if position.layout.constraints else None
    if claim.scale == SATDOKU.name:
        singles = choice(position.layout, "singles", scale)
    else:
        singles = choice(position.layout, "all", scale, only="singles")
    for step in islice(StepWalk(position, singles, verify=False), claim.singles_before):
        position.take(step.asserted, step.denied)


class _Judge:
    """Judges the steps of one start; facts about the start are proved once."""

    def __init__(self, start: Position) -> None:
        self.start = start

    @cached_property
    def is_proper(self) -> bool:
        return self.start.is_proper

    @cached_property
    def is_solvable(self) -> bool:
        return next(self.start.completions(), None) is not None

    def of(self, position: Position, claim: StepClaim) -> tuple[str, str]:
        """Return (problem, note) of a claim at the position where it is made."""
        problem, note = self._of_conclusions(position, claim)
        if claim.rest and not problem and not note:
            note = f"{shown(claim.rest, LONGEST)!r} was not read"
        return problem, note

    def _of_conclusions(self, position: Position, claim: StepClaim) -> tuple[str, str]:
        theory = position.theory
        literals = (*claim.asserted, *(-v for v in claim.denied))
        if not literals:
            return "it concludes nothing", ""
        for literal in literals:
            v = abs(literal)
            if position.status[v] != OPEN and (position.status[v] == ASSERTED) != (literal > 0):
                said = "{what}: this contradicts what is known at that point"
                return phrase(said, what=_what(theory, literal)), ""
        news = [literal for literal in literals if position.status[abs(literal)] == OPEN]
        if not news:
            known = "{name!s} false is already known: there is nothing to check"
            if literals[0] > 0:
                known = "{name!s} true is already known: there is nothing to check"
            return "", phrase(known, name=theory.variable_name(abs(literals[0])))
        chain = chain_in(claim.chain, position)
        if chain:
            problem = self._of_chain(position, chain, news)
            if problem or not claim.name or folded(claim.name) in OF_ANY_LINKS:
                return problem, ""
        if claim.assumes_proper or _assumes(claim.name):
            return self._assuming(position, claim, news)
        if claim.clauses is not None:
            return _by_clauses(position, claim, news)
        return self._by_name(position, claim, news)

    def _of_chain(self, position: Position, chain: Chain, news: list[int]) -> str:
        """Return the first link that does not hold, or what does not follow from the chain."""
        problem = problem_in(position, chain)
        for literal in news:
            if not problem and not follows_from(position, chain, literal):
                problem = f"{_what(position.theory, literal)} by this chain"
        if not problem:
            return ""
        is_true = all(follows(self.start, literal) for literal in news)
        return f"{problem}; the conclusion is {'true' if is_true else 'false'}"

    def _assuming(self, position: Position, claim: StepClaim, news: list[int]) -> tuple[str, str]:
        if not self.is_proper:
            return "it assumes one solution, but the puzzle does not have exactly one", ""
        judge = judge_of(claim.name)
        if not judge or not _assumes(claim.name):
            what = f"{claim.name!r} is not a known technique that does"
            return f"it assumes one solution, and {what}", ""
        for literal in news:
            if not judge(position, literal, claim.cells) or not follows(self.start, literal):
                return _not_by(position.theory, literal, claim.name), ""
        return "", ""

    def _by_name(self, position: Position, claim: StepClaim, news: list[int]) -> tuple[str, str]:
        name = claim.name
        if claim.chain and not name:
            name = "grouped AIC"  # a chain in another notation
        judge = judge_of(name)
        theory = position.theory
        for literal in news:
            # The judge is asked first: what follows by the technique is true. Only for the rest it
            # is searched whether a solution contradicts it.
            if judge and judge(position, literal, claim.cells):
                continue
            if not follows(self.start, literal):
                said = "{what}: a solution contradicts it"
                return phrase(said, what=_what(theory, literal)), ""
            if judge:
                return _not_by(theory, literal, name), ""
        if judge:
            return "", ""
        true = "it is true" if self.is_solvable else "the puzzle has no solution"
        if not name:
            unnamed = "{known}, but no technique is named, so only the conclusion was checked"
            return "", phrase(unnamed, known=true)
        unknown = "{known}; {name!r} is not a known technique, and was not checked"
        return "", phrase(unknown, known=true, name=name)


def _assumes(name: str) -> bool:
    """Return whether the name is of a technique that assumes a proper puzzle."""
    if folded(name) in ("uniqueloop", "bug"):
        return True
    by_folded = {folded(known): known for known in (*by_name(), *ALIASES)}
    known = by_folded.get(folded(name), "")
    row = by_name().get(ALIASES.get(known, known))
    return row is not None and row.proper


def _by_clauses(position: Position, claim: StepClaim, news: list[int]) -> tuple[str, str]:
    """Return (problem, note) of a record: whether it follows from exactly the clauses it names, and
    by the technique it names."""
    theory = position.theory
    status = position.status
    clauses_of = clauses_by_name(theory)
    names = claim.clauses or ()
    named = list[int]()
    for name in names:
        if name not in clauses_of:
            return f"there is no clause {name!r} on this board", ""
        named += clauses_of[name]
    judge = judge_of(claim.name)
    if judge in MODES:
        # (The clauses of houses and rules entail it, but no search for a proof of sums ends soon.)
        known = frozenset(named)
        wrong = [x for x in news if not by_balance(position, x, MODES[judge], known)]
        literal = wrong[0] if wrong else 0
    else:
        literal = not_entailed(theory, status, named, news)
    if literal:
        what = ", ".join(names) or "nothing: it names no clause"
        return f"{_what(theory, literal)}: it does not follow from {what}", ""
    if judge is None:
        note = f"it follows; the name {claim.name!r} is not a known technique, and was not checked"
        return "", note if claim.name else ""
    for literal in news:
        if not judge(position, literal, ()):
            return _not_by(theory, literal, claim.name), ""
    return "", ""


def _what(theory: Theory, literal: int) -> str:
    name = theory.variable_name(abs(literal))
    if literal > 0:
        return phrase("{name!s} cannot be concluded", name=name)
    return phrase("{name!s} cannot be taken away", name=name)


def _not_by(theory: Theory, literal: int, name: str) -> str:
    said = "{what} by {name!r}: no such step exists at this point"
    return phrase(said, what=_what(theory, literal), name=name)
