"""A seeded forger of certificates and of step lists: nothing that is false may be called right.

    python -m tests.fuzz.forging --seconds 60 --seed 1

Forgery i of a seed is always the same. Half of them are certificates: a right one is changed in one
to three places, and signed anew, mostly with the hash of the CNF that it then stands for. What is
believed must be so by another engine: one solution, and several without any given. The others are
explanations, as JSON or as text: each conclusion that is not called wrong must be true in every
solution. A fault is also an exception that is none of ours, or over 5 seconds of CPU time.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import time
from collections import Counter
from contextlib import suppress
from functools import cache
from typing import Any

import satdoku
from satdoku import Layout, Puzzle
from satdoku.certificates.verifying import verify
from satdoku.logic.step_text.step_texts import read_steps
from satdoku.logic.verifying import verification
from tests.certificates.test_checkers import cnf_of, line_of

SECONDS = 5.0
#: Small boards, (name, symbols): squares, others, and with rules.
BOARDS = [
    ("4x4", ""), ("4x4", "DBCA"), ("5x5/latin", ""), ("6x6", ""), ("4x4+diagonal", ""),
    ("2x3", ""), ("4x4+house:r1c1,r2c3,r3c2", ""),
    ("4x4+killer:3:r1c1,r1c2+sum:6:r2c1,r3c2,r4c4", ""),
    ("4x4+killer:5:r1c1,r1c2", "3412"), ("4x4+thermometer:r1c1-r1c3+renban:r4c1-r4c3", ""),
    ("4x4+or(odd:r1c3|even:r3c4)+quadruple:1:r2c1,r2c2,r3c1,r3c2", ""),
    ("4x4+connected:0,1,2:r1c1-r4c4", ""), ("4x4+layer+yin-yang", ""),
    ("3x3/latin+layer+nurikabe:r1c1,r3c2", ""),
]  # fmt: skip
STEPS = [("4x4", ""), ("6x6", ""), ("9x9", ""), ("6x6+diagonal", "ABCDEF")]

#: False lines, mostly.
LINES = (
    "{n}: r{r}c{c}={d}", "{n} => r{r}c{c}<>{d}", "  {k}  1.2  {n}: r{r}c{c}={d}", "r{r}c{c}<>{d}",
    "           so r{r}c{c}={d}",
)  # fmt: skip


class Fault(AssertionError):
    """What is false and was believed."""


@cache
def certificates() -> list[tuple[Layout, str]]:
    """Right ones with all claims, and their boards, one of each."""
    found = []
    for name, symbols in BOARDS:
        layout = Layout.named(name, symbols)
        for puzzle in satdoku.generate(1, seed=5, layout=layout, keep="proper"):
            claims = ["proper", "irreducible", "logic"]
            found.append((layout, satdoku.certify(puzzle, claims).line))
    return found


@cache
def explanations() -> list[str]:
    """Right ones, in every form of text and as JSON."""
    found = []
    for name, symbols in STEPS:
        layout = Layout.named(name, symbols)
        for puzzle in satdoku.generate(2, seed=7, layout=layout, keep="proper"):
            explanation = satdoku.explain(puzzle)
            found += [explanation.text(), explanation.text("terse"), explanation.text("full")]
            found += [json.dumps(explanation.record())] * 3
    return found


@cache
def solutions(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """The true variables of the first solutions, by an engine that no verdict asks."""
    return [grid.givens for grid in satdoku.solutions(puzzle, limit=40, engine="dlx")]


# -- Certificates ---------------------------------------------------------------------------------


def parts_of(value: Any) -> list[tuple[Any, Any]]:
    """(container, key) of everything inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    found: list[tuple[Any, Any]] = []
    for key, part in list(inside):
        found.append((value, key))
        if isinstance(part, dict | list):
            found += parts_of(part)
    return found


def other(value: Any, dice: random.Random) -> Any:
    """Something near a value, or of another type."""
    strange = [None, True, 0, 1.0, "", [], {}, "1", -1, 10**20, [[1]], "\x1b[2K"]
    if dice.random() < 0.15:
        return dice.choice(strange)
    if isinstance(value, bool | None):
        return not value
    if isinstance(value, int):
        return value + dice.choice((-4, -1, 1, 4)) if dice.random() < 0.7 else -value
    if isinstance(value, str) and value:
        k = dice.randrange(len(value))
        mark = dice.choice(value + ".1234ABCD")
        if dice.random() < 0.2:
            a, b = dice.choice(value), dice.choice(value)
            return value.translate(str.maketrans({a: b, b: a}))
        return dice.choice((value[:k] + mark + value[k + 1 :], value[:k] + "." + value[k + 1 :]))
    if isinstance(value, list) and value:
        k = dice.randrange(len(value))
        return dice.choice(
            (
                value[:k] + value[k + 1 :],
                [*value[:k], *value[: k + 1]],
                value[::-1],
                value[:k],
            )
        )
    return dice.choice(strange)


def forged_certificate(dice: random.Random) -> tuple[Layout, bytes]:
    layout, line = dice.choice(certificates())
    said = json.loads(line)
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        top = dice.choice([key for key in said if key not in ("cnf", "digest")])
        places = [(said, top)]
        if isinstance(said[top], dict | list):
            places += parts_of(said[top]) * 2
        where, key = dice.choice(places)
        if dice.random() < 0.05:
            del where[key]
        else:
            where[key] = other(where[key], dice)
    if dice.random() < 0.85 and said.get("size") in range(10):
        with suppress(ValueError, LookupError, TypeError, AttributeError, RecursionError):
            top, cnf = cnf_of(said)
            lines = [f"p cnf {top} {len(cnf)}", *(" ".join(map(str, [*c, 0])) for c in cnf), ""]
            digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
            said["cnf"] = f"pairwise, givens, not the solution: sha256 {digest}"
    return layout, line_of(said)


def board_of(layout: Layout) -> tuple[Any, ...]:
    """All that makes a board, whatever its houses are called and in which order they are."""
    houses = sorted(house.cells for house in layout.houses)
    return layout.size, layout.symbols, houses, layout.constraints


def try_certificate(dice: random.Random) -> str:
    """The outcome; `Fault` if what it says is false."""
    layout, line = forged_certificate(dice)
    wanted = layout if dice.random() < 0.6 else None
    if wanted and dice.random() < 0.2:  # the same digits, which are worth something else
        marks = list(layout.symbols)
        dice.shuffle(marks)
        wanted = Layout.named(layout.name, "".join(marks))
    found = verify(line, layout=wanted)
    if found.puzzle is None:
        if not found.problem or not found.problem.isprintable():
            raise Fault(f"wrong without a printable reason: {found.problem!r}: {line!r}")
        return found.outcome
    puzzle = found.puzzle
    if wanted and board_of(puzzle.layout) != board_of(wanted):
        raise Fault(f"right on another board than the one that was named: {line!r}")
    if found.outcome == "right" and not wanted and puzzle.layout.constraints:
        raise Fault(f"right on a board with rules that nobody named: {line!r}")
    if len(solutions(puzzle)) != 1:
        raise Fault(f"called proper: {line!r}")
    if "irreducible" in found.claims:
        for cell, digit in enumerate(puzzle.cells):
            if digit and len(solutions(puzzle.without([cell]))) < 2:
                raise Fault(f"called irreducible: {line!r}")
    return found.outcome


# -- Steps ----------------------------------------------------------------------------------------


def forged_steps(dice: random.Random) -> str:
    text = dice.choice(explanations())
    if text.startswith("{"):
        record = json.loads(text)
        for _ in range(dice.choice((1, 1, 2, 3))):
            key = dice.choice(["steps"] * 8 + list(record))
            places = parts_of(record["steps"]) if key == "steps" else [(record, key)]
            if places:
                where, part = dice.choice(places)
                where[part] = other(where[part], dice)
        return json.dumps(record)
    lines = text.split("\n")
    for _ in range(dice.choice((1, 1, 2, 3))):
        k = dice.randrange(len(lines))
        way = dice.randrange(5)
        if way == 0:
            del lines[k]
        elif way == 1:
            lines.insert(k, dice.choice(lines))
        elif way == 2:
            r, c, d = (dice.randrange(1, 7) for _ in range(3))
            name = dice.choice(("X-wing", "Naked Pair", "guess", "hidden single", "unique loop"))
            form = dice.choice(LINES)
            lines.insert(k, form.format(n=name, r=r, c=c, d=d, k=k))
        elif lines[k]:
            i = dice.randrange(len(lines[k]))
            lines[k] = lines[k][:i] + dice.choice("123456789=<>rc., ") + lines[k][i + 1 :]
        if not lines:
            break
    return "\n".join(lines)


def try_steps(dice: random.Random) -> str:
    """The outcome; `Fault` if a false conclusion is not called wrong."""
    text = forged_steps(dice)
    outcome = ""
    for part in read_steps(text):
        found = verification(part)
        grids = solutions(part.start.board)
        for claim, verdict in zip(part.claims, found.verdicts, strict=True):
            if verdict.problem:
                continue
            if not claim.asserted and not claim.denied:
                raise Fault(f"nothing is concluded, and that is right: {text}")
            for grid in grids:
                if not set(claim.asserted) <= set(grid) or set(claim.denied) & set(grid):
                    raise Fault(f"{verdict.text!r} is false, and not called wrong: {text}")
        if not found.text() or (found.ok and found.right != len(part.claims)):
            raise Fault(f"right without a verdict on each step: {text}")
        outcome = "right" if found.ok else "wrong"
    return outcome


def attack(number: int | None, seconds: float, seed: int) -> Counter[str]:
    """The outcomes of so many forgeries, or of as many as the time allows."""
    certificates()
    explanations()
    outcomes: Counter[str] = Counter()
    end, index = time.process_time() + seconds, 0
    while (number is None or index < number) and time.process_time() < end:
        dice, start = random.Random(f"{seed}:{index}"), time.process_time()
        kind, attempt = (("certificate", try_certificate), ("steps", try_steps))[index % 2]
        try:
            outcome = attempt(dice)
        except satdoku.SatdokuError as error:
            if not str(error).isprintable():
                raise Fault(f"seed {seed}, forgery {index}: {str(error)!r}") from None
            outcome = "refused"
        except Exception as error:
            raise Fault(f"seed {seed}, forgery {index}: {type(error).__name__}: {error}") from error
        if time.process_time() - start > SECONDS:
            raise Fault(f"seed {seed}, forgery {index} takes over {SECONDS} seconds")
        outcomes[f"{kind} {outcome}"] += 1
        index += 1
    return outcomes


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--number", type=int)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    counted = attack(asked.number, asked.seconds, asked.seed)
    print(f"{counted.total()} forgeries, none believed: {dict(sorted(counted.items()))}")
