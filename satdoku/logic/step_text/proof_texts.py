r"""Refutations and forcing chains in words: one line for each conclusion, with its reason.

>>> from satdoku.logic.explain import explain
>>> puzzle = "1.......252..7..49..9...5.....689......7.3....9.1.5.3.64..1..25.1.....7.9.......8"
>>> found = explain(puzzle, until=7)
>>> print("\n".join(step_lines(found.start.theory, found.steps[-1])))
suppose r8c4=3
in column 5, 3 can only go in r3c5 (r8c4=3 takes r8c5 and r9c5)
no place is left for 3 in column 9 (r3c5=3 takes r3c9, r8c4=3 takes r8c9)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ...phrases import SideBySide, joined, phrase
from ...theory import Theory, Variables
from ..steps import LogicStep, ProofLine
from . import sentences
from .chain_text import links_in
from .rule_sentences import rule_text
from .steps_inside import lines_inside

Proof = tuple[ProofLine, ...]


def step_lines(theory: Theory, step: LogicStep, in_full: bool = False) -> Iterator[str]:
    """Yield the lines that follow a step's sentence: its chain in Eureka notation, its branches,
    its refutation. in_full: also a sentence for each link of a chain."""
    if len(step.chains) > 1:
        yield from step.chains
    elif step.nodes or step.chains:
        yield sentences.bare(theory, step)
    if step.nodes and in_full:
        yield from (SideBySide("  ", line) for line in sentences.chain_text(theory, step.nodes))
    yield from lines_inside(theory, step)
    numbers = dict[Proof, int]()
    yield from proof_text(theory, step.proof, numbers=numbers)
    are_several = len(step.retold) > 1
    chains = _chains(theory, step) if are_several else []
    if chains:
        for nodes, branch in zip(chains, step.branches, strict=True):
            is_true = branch[0].literal > 0
            yield sentences.eureka(theory, nodes, is_true)
            if in_full:
                links = sentences.chain_text(theory, nodes, is_true)
                yield from (SideBySide("  ", line) for line in links)
        return
    for proof in step.retold:
        first, *rest = proof_text(theory, proof, numbers=numbers)
        yield first
        for line in rest:
            yield SideBySide("  ", line) if are_several else line


def _chains(theory: Theory, step: LogicStep) -> list[tuple[Variables, ...]]:
    """Return the branches as chains, if each is one, on the board alone; else []."""
    for branch in step.branches:
        if not all(theory.is_board(abs(line.literal)) for line in branch):
            return []
    chains = [links_in(theory, branch) for branch in step.branches]
    return chains if all(chains) else []


def proof_text(
    theory: Theory,
    proof: Sequence[ProofLine],
    indent: str = "",
    known: Sequence[int] = (),
    numbers: dict[Proof, int] | None = None,
) -> list[str]:
    """Return the lines of a refutation, each with what removed the other candidates.

    known: variables true before it, in the enclosing refutation. numbers: numbers of the inner
    refutations already written; new ones are added.
    """
    lines = list[str]()
    true = list(known)
    locked = list[ProofLine]()
    numbers = {} if numbers is None else numbers
    for line, gone in _grouped(proof):
        if line.places:
            locked.append(line)
        because = _because(theory, line, true, locked)
        if not theory.is_board(line.variable):
            if line.mark in ("suppose", "assert"):
                true.append(line.variable)
            continue  # for auxiliary variables only the consequences on the board are shown
        text = _text(theory, line, because)
        if len(gone) > 1:
            text = _by_pattern(theory, line, sentences.conclusion_text(theory, (), gone))
        is_shown = line.inner in numbers
        if line.inner:
            number = numbers.setdefault(line.inner, len(numbers) + 1)
            by = "{text}, by sub-chain {number}" if is_shown else "{text}, by sub-chain {number}:"
            text = phrase(by, text=text, number=number)
        lines.append(SideBySide(indent, text))
        if line.inner and not is_shown:
            lines += proof_text(theory, line.inner, f"{indent}  ", true, numbers)
        if line.mark in ("suppose", "assert"):
            true.append(line.variable)
    return lines


def _grouped(proof: Sequence[ProofLine]) -> Iterator[tuple[ProofLine, list[int]]]:
    """Yield each line with its variable; the denials of one pattern are joined to one line."""

    def pattern_or_place(at: tuple[int, ProofLine]) -> object:
        place, line = at
        return line.pattern or place

    for _, numbered in groupby(enumerate(proof), pattern_or_place):
        same = [line for _, line in numbered]
        yield same[0], [line.variable for line in same]


def _text(theory: Theory, line: ProofLine, because: str) -> str:
    place = sentences.cells_text(theory, [line.variable]) if line.variable else ""
    digit = sentences.digit_text(theory, line.variable) if line.variable else ""
    clause = theory.clauses[line.clause]
    match line.mark:
        case "suppose":
            return phrase("suppose {result}", result=f"{place}={digit}")
        case "suppose not":
            return phrase("suppose {result}", result=f"{place}<>{digit}")
        case "assert":
            if clause.rule is not None:
                by = "by the rule {rule}, {result}"
                rule = rule_text(theory, clause.rule)
                return phrase(by, rule=rule, result=f"{place}={digit}")
            if clause.house:
                return _with(sentences.only_there(clause.house, digit, place), because)
            return _with(
                phrase("in {cell}, only {digit} is left", cell=place, digit=digit), because
            )
        case "locked":
            cells = sentences.listed(sentences.cells_text(theory, [v]) for v in line.places)
            houses = sentences.houses_text(theory, _around(theory, line))
            where = sentences.only_there(clause.house, clause.symbol, cells)
            return _with(phrase("{text}, all in {houses}", text=where, houses=houses), because)
        case "refute":
            return _by_pattern(theory, line, f"{place}<>{digit}")
        case "denied":
            return _with(phrase("so {result}", result=f"{place}<>{digit}"), because)
    return _with(sentences.broken_text(theory, line.clause, is_certain=True), because)


def _with(text: str, because: str) -> str:
    """Return a text and, in brackets, its reason, if it has one."""
    return phrase("{text} ({reason})", text=text, reason=because) if because else text


def _by_pattern(theory: Theory, line: ProofLine, text: str) -> str:
    """Return 'r1c2<>3 (in box 5, 3 is confined to column 4)': the text with the pattern of k
    clauses covered by k others behind a line, if there is one."""
    if not line.pattern:
        return text
    half = len(line.pattern) // 2
    bases = line.pattern[:half]
    covers = line.pattern[half:]
    are_cells = bool(theory.clauses[bases[0]].cell)
    of_digits = covers if are_cells else bases
    symbols = sentences.listed(theory.clauses[c].symbol or "" for c in of_digits)
    if are_cells:
        cells = sentences.houses_text(theory, bases)
        return _with(text, phrase("{cells} hold only {digits}", cells=cells, digits=symbols))
    where = sentences.houses_text(theory, covers)
    first = sentences.place_text(theory, bases[0])
    if theory.clauses[covers[-1]].cell:
        return _with(text, sentences.only_there(first, symbols, where))
    place = first if half == 1 else sentences.houses_text(theory, bases)
    confined = "in {houses}, {digit} is confined to {others}"
    return _with(text, phrase(confined, houses=place, digit=symbols, others=where))


def _around(theory: Theory, line: ProofLine) -> list[int]:
    """Return the other clauses that contain all places of a locked line."""
    shared = set.intersection(*(set(theory.occurrences[v]) for v in line.places))
    return sorted(shared - {line.clause})


def _because(
    theory: Theory, line: ProofLine, true: Sequence[int], locked: Sequence[ProofLine]
) -> str:
    """Return 'r1c2=5 takes r1c7, 6 in box 2 takes r1c8, r4c5<>5': which earlier lines removed
    candidates of the clause, or refuted them; in a cell, r1c2=5 takes digits."""
    if line.mark == "refute":
        return ""
    taken = dict[str, list[int]]()
    refuted = []
    for variable, clause in line.links:
        if clause < 0 and theory.is_board(variable):
            refuted.append(sentences.literal_text(theory, -variable))
            continue
        own = theory.members[clause] if clause >= 0 else ()
        source = next((v for v in true if v in own and v != variable), 0)
        if source and theory.is_board(source) and theory.is_board(variable):
            taken.setdefault(sentences.literal_text(theory, source), []).append(variable)
        by = next((one for one in locked if clause in _around(theory, one)), None)
        if by and not source and clause >= 0 and theory.is_board(variable):
            known = theory.clauses[by.clause]
            name = sentences.digit_in_cells(known.symbol or "", str(known.house))
            taken.setdefault(name, []).append(variable)
    if not taken and not refuted:
        return ""
    if line.mark == "denied":
        return phrase("{causes} takes it", causes=sentences.listed(taken))
    is_cell = line.clause >= 0 and bool(theory.clauses[line.clause].cell)
    parts = list[str]()
    for name, gone in taken.items():
        if is_cell:
            what = sentences.listed(sentences.digit_text(theory, v) for v in gone)
        else:
            what = sentences.listed(sentences.cells_text(theory, [v]) for v in gone)
        parts.append(phrase("{cause} takes {places}", cause=name, places=what))
    return joined([*parts, *refuted])
