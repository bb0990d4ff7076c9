"""A player's own moves: candidates to eliminate and digits to place, as text; and what a step gives
of them.

>>> from satdoku.logic.starting import position_of
>>> position = position_of("..1..23..4......")
>>> literals_text(position.theory, literals_of("4r2c1", "r2c1=1", position.theory))
'r2c1=1, r2c1<>4'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..errors import PuzzleError
from ..phrases import phrase, verbatim
from ..theory import Theory
from .position import Position
from .step_text.sentences import conclusion_text
from .step_text.step_texts import claims_of_text
from .steps import LogicStep


def literals_of(eliminates: str, places: str, theory: Theory) -> tuple[int, ...]:
    """Return the literals of moves: "3r4c5,3r4c6" or "r4c56<>3" to eliminate, "r4c7=5" to place;
    raise `PuzzleError` for other text."""
    moves = [*_moves(eliminates, "<>"), *_moves(places, "=")]
    literals = list[int]()
    for claim in claims_of_text([f"=> {move}" for move in moves], theory):
        literals += claim.asserted
        literals += [-v for v in claim.denied]
    return tuple(dict.fromkeys(literals))


def own_moves(eliminates: str, places: str, theory: Theory) -> tuple[int, ...]:
    """Return the literals of moves, as `literals_of`; raise `PuzzleError`, too, for a digit that is
    placed among those to eliminate, and the other way round."""
    eliminated = literals_of(eliminates, "", theory)
    placed = literals_of("", places, theory)
    for literal in eliminated:
        if literal > 0:
            said = "{move} places a digit: to eliminate a candidate, write {other}"
            raise _of_other_kind(said, literal, theory)
    for literal in placed:
        if literal < 0:
            said = "{move} eliminates a candidate: to place a digit, write {other}"
            raise _of_other_kind(said, literal, theory)
    return tuple(dict.fromkeys((*eliminated, *placed)))


def _of_other_kind(said: str, literal: int, theory: Theory) -> PuzzleError:
    move = literals_text(theory, [literal])
    other = literals_text(theory, [-literal])
    return PuzzleError(phrase(said, move=verbatim(move), other=verbatim(other)))


def _moves(text: str, sign: str) -> Iterator[str]:
    """Yield 'r4c5<>3' for "3r4c5", and what has such a form."""
    held = ""  # words so far that are no move yet: cells before their conclusion
    words = text.replace(" ", "").split(",")
    for word in words:
        if not word:
            continue
        held = f"{held},{word}".lstrip(",")
        short = re.fullmatch(r"\(?(\w)\)?(r\d+c\d+)", held, re.IGNORECASE)
        if short:
            yield f"{short[2]}{sign}{short[1]}"
            held = ""
        elif re.fullmatch(r"(r\d+c\d+,?)+(=|<>)\w+", held, re.IGNORECASE):
            yield held
            held = ""
    if held or (text and not any(words)):
        raise PuzzleError(
            phrase("{text!r} is not a move: write 3r4c5, r4c56<>3 or r4c7=5", text=held or text)
        )


def given_by(position: Position, step: LogicStep) -> set[int]:
    """Return the literals that a step gives: what it concludes, what the digits that it places
    exclude, and the digits that are then the last of a clause; but no digit that one of its
    premises states already, since the step is no argument for that one."""
    theory = position.theory
    false = {*step.denied}
    for v in step.asserted:
        for clause in theory.occurrences[v]:
            false.update(position.open_members(clause))
    false.difference_update(step.asserted)
    touched = set[int]()
    for v in false:
        touched.update(theory.occurrences[v])
    last = set()
    for clause in touched:
        left = [w for w in position.open_members(clause) if w not in false]
        if theory.clauses[clause].exactly_one and len(left) == 1:
            last.add(left[0])
    placed = {*step.asserted, *last}
    if not step.is_single:
        placed -= _stated_by(position, step)
    return {*placed, *(-v for v in false)}


def _stated_by(position: Position, step: LogicStep) -> set[int]:
    """Return the digits that a premise of the step states alone: a clause that it names has no
    other candidate left."""
    clauses = {*step.clauses}
    for branch in step.branches:
        for line in branch:
            clauses.update(line.clauses)
    stated = set()
    for clause in clauses:
        left = list(position.open_members(clause))
        if position.theory.clauses[clause].exactly_one and len(left) == 1:
            stated.add(left[0])
    return stated


def literals_text(theory: Theory, literals: Iterable[int]) -> str:
    """Return 'r2c1=1, r1c2<>2' for literals."""
    ordered = sorted(literals, key=abs)
    true = [literal for literal in ordered if literal > 0]
    false = [-literal for literal in ordered if literal <= 0]
    return conclusion_text(theory, true, false)
