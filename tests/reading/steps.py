"""A whole step: its sentence with the chains and lines below it. Their statements are premises, and
the conclusion must follow from these alone.

Beside the premises a proof knows only what everybody sees: a cell holds one digit, and a digit is
in a house once. So a sentence that leaves out what it rests on fails here, and so does one that
says anything false of the candidates. Nothing is shared with the finders of steps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from satdoku.logic.position import Position
from satdoku.logic.step_text.proof_texts import step_lines
from satdoku.logic.step_text.sentences import conclusion_text, sentence
from satdoku.logic.steps import LogicStep
from tests.reading.chains import chains_in
from tests.reading.lines import Lines
from tests.reading.patterns import PATTERNS
from tests.reading.statements import (
    CANDIDATES,
    Candidate,
    Cell,
    Fault,
    Premise,
    candidates_in,
    cells_in,
    follows,
    need,
)
from tests.sentences import CELL, HOUSE, Board, conclusions

CASES = re.compile(
    rf"(?:Wherever (?P<digit>\d) goes in (?P<house>{HOUSE})|Whatever (?P<cell>{CELL}) holds|"
    rf"Whether (?P<own>{CELL}) is (?P<is>\d) or not), "
)
SUPPOSED = re.compile(rf"If (?P<cell>{CELL}) were (?P<no>not )?(?P<digit>\d), ")


def premises_of(board: Board, said: str) -> Iterator[Premise]:
    """The premises of a sentence by itself; chains in it are premises as well."""
    for pattern, claim in PATTERNS:
        for match in re.finditer(pattern, said):
            yield from claim(board, match)
    for chain in chains_in(board, said):
        yield from chain.premises


Literal = tuple[Cell, int, bool]


def faults_of_step(position: Position, step: LogicStep, found: str = "") -> list[str]:
    """What is wrong with the text of a step at its position; found: another sentence for it."""
    theory = position.theory
    concluded = set(conclusions(conclusion_text(theory, step.asserted, step.denied)))
    lines = list(step_lines(theory, step))
    return faults_of(Board.of(position), found or sentence(theory, step), lines, concluded)


def faults_of(board: Board, said: str, lines: list[str], concluded: set[Literal]) -> list[str]:
    """What is wrong with a step's text: a false statement, or a conclusion that does not follow."""
    try:
        premises = list(premises_of(board, said))
        proved: set[Literal] = set()
        if any(line.startswith("suppose") for line in lines):
            proved = by_lines(board, said, lines)
        else:
            chains = [chain for line in lines for chain in chains_in(board, line.split(" => ")[0])]
            premises += [premise for chain in chains for premise in chain.premises]
            if case := CASES.match(said):
                starts = {chain.nodes[0][0] for chain in chains}
                premises.append(all_cases(board, case, starts))
    except Fault as fault:
        return [str(fault)]
    if not premises and not proved:
        return ["nothing is said that can be read"]
    missing = []
    for literal in sorted(concluded - proved):
        cell, digit, is_true = literal
        if not follows(premises, (cell, digit), is_true):
            missing.append(f"r{cell[0]}c{cell[1]}{'=' if is_true else '<>'}{digit} does not follow")
    return missing


def all_cases(board: Board, case: re.Match[str], starts: set[Candidate]) -> Premise:
    """One of the assumptions of the branches is true."""
    if case["own"]:
        return frozenset()
    if case["cell"]:
        cell = cells_in(case["cell"])[0]
        every = {(cell, d) for d in board.left(cell)}
    else:
        digit = int(case["digit"])
        every = {(cell, digit) for cell in board.places(case["house"], digit)}
    need(bool(every) and every <= starts, f"the cases {every - starts} are not told")
    return frozenset(every)


def by_lines(board: Board, said: str, lines: list[str]) -> set[Literal]:
    """What the lines of one refutation, or of branches for all cases, prove."""
    branches: list[list[str]] = []
    for line in lines:
        if re.match(r"suppose ", line):
            branches.append([])
        need(bool(branches), f"{line!r} belongs to no branch")
        branches[-1].append(line)
    known = set[str]()
    ends = []
    for first, *rest in branches:
        read = Lines(board)
        read.known = known
        if len(branches) > 1:
            read.read([first, *(line.removeprefix("  ") for line in rest)])
        else:
            read.read([first, *rest])
        ends.append(read)
    if found := SUPPOSED.match(said):
        cell, digit = cells_in(found["cell"])[0], int(found["digit"])
        want = f"suppose r{cell[0]}c{cell[1]}{'<>' if found['no'] else '='}{digit}"
        need(len(branches) == 1 and lines[0] == want, f"{lines[0]!r} is not {want!r}")
        need(ends[0].ended, "the refutation has no end")
        return {(cell, digit, bool(found["no"]))}
    suppositions = [re.fullmatch(rf"suppose ({CELL})(=|<>)(\d)", branch[0]) for branch in branches]
    starts = {(cells_in(f[1])[0], int(f[3])) for f in suppositions if f and f[2] == "="}
    negated = {(cells_in(f[1])[0], int(f[3])) for f in suppositions if f and f[2] == "<>"}
    if case := CASES.match(said):
        if case["own"]:
            need(starts == negated and len(starts) == 1, "not both cases")
        else:
            all_cases(board, case, starts)
    else:
        whole = frozenset(starts)
        need(any(whole >= p for p in guardians(board, said)), "the cases are not all")
    known_at = [
        {*((*v, True) for v in end.true), *((*v, False) for v in everything_false(end))}
        for end in ends
    ]
    return set.intersection(*known_at)


def guardians(board: Board, said: str) -> Iterator[Premise]:
    """Of which candidates one is true, by a sentence."""
    premises = list(premises_of(board, said))
    for names in re.findall(rf"one of ({CANDIDATES}) is true", said):
        every = set(candidates_in(names))
        rest = [frozenset(p - every) for p in premises]
        if all(rest) and not follows([*rest], min(every), True):
            continue
        yield frozenset(every)


def everything_false(end: Lines) -> Iterator[Candidate]:
    for cell, left in end.board.candidates.items():
        for d in left:
            if end.is_false((cell, d)):
                yield (cell, d)
