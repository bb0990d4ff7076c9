"""The two checkers line by line: a right certificate of every form, and for each thing that they
require a lie that breaks that thing alone.

It runs in seconds, so that test_checker_mutants.py can try many faults of the checkers, and mutmut
others: docs/reliability.md lists those that survive, and why they change nothing."""

from __future__ import annotations

import hashlib
import io
import json
import random
import sys
from contextlib import suppress
from itertools import combinations, product

import pytest

from satdoku.certificates import checker, rule_checker
from satdoku.certificates.rule_checker import rules_as_cnf

GRID = "1234341221434321"
BYTES = "its bytes are not in the standard form"
TYPES = "its keys and types are not those of a certificate"
SQUARES = [[0, 1, 4, 5], [2, 3, 6, 7], [8, 9, 12, 13], [10, 11, 14, 15]]
#: Proper and irreducible; unit propagation does not solve it without the clause on the solution.
PUZZLE = "1..2.....13....."


def line_of(said: dict) -> bytes:
    """The certificate with its digest made right."""
    said = {key: said[key] for key in said if key != "digest"}
    digest = hashlib.sha256(json.dumps(said).encode()).hexdigest()
    return json.dumps(said | {"digest": digest}).encode() + b"\n"


def houses_of(said: dict) -> list[list[int]]:
    n = said["size"]
    if "board" in said:
        return said["houses"]
    lines = [[n * i + k for k in range(n)] for i in range(n)]
    return [*lines, *map(list, zip(*lines, strict=True)), *said["houses"]]


def cnf_of(said: dict) -> tuple[int, list[list[int]]]:
    """(variables, clauses), written down apart from the checker but for the clauses of rules."""
    n, symbols = said["size"], said["symbols"]
    cells = len(said["puzzle"]) if "board" in said else n * n
    groups = [[n * c + d for d in range(1, n + 1)] for c in range(cells)]
    groups += [[n * c + d for c in h] for h in houses_of(said) for d in range(1, n + 1)]
    cnf = []
    for group in groups:
        cnf += [group] * (len(group) == n) + [[-a, -b] for a, b in combinations(group, 2)]
    if "rules" in said:
        cnf += rules_as_cnf(said["rules"], n, symbols, cells)[0]
    for key, sign in (("puzzle", 1), ("solution", -1)):
        true = [n * c + symbols.index(s) + 1 for c, s in enumerate(said[key]) if s != "."]
        cnf += [[v] for v in true] if sign == 1 else [[-v for v in true]]
    return max([n * cells, *(abs(x) for clause in cnf for x in clause)]), cnf


def made(**changes) -> dict:
    """A certificate whose hashes are right: of PUZZLE, with changes; None takes a key away."""
    said = {
        "certificate": 2,
        "board": None,
        "size": 4,
        "symbols": "1234",
        "houses": SQUARES,
        "rules": None,
        "puzzle": PUZZLE,
        "solution": SOLUTION,
        "cnf": None,
        "proper": [],
        "irreducible": None,
        "logic": None,
    } | changes
    kept = {key: value for key, value in said.items() if value is not None}
    if said["cnf"]:
        return kept
    with suppress(TypeError, ValueError):  # of types or symbols that are none, another lie is told
        top, cnf = cnf_of(kept)
        lines = [f"p cnf {top} {len(cnf)}", *(" ".join(map(str, [*c, 0])) for c in cnf), ""]
        digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
        said["cnf"] = f"pairwise, givens, not the solution: sha256 {digest}"
    return {key: said[key] for key in said if said[key] is not None}


def solutions(said: dict) -> list[str]:
    """All grids, by trying: of a board without rules."""
    n, symbols = said["size"], said["symbols"]
    houses = houses_of(said)
    found = [""]
    for cell, given in enumerate(said["puzzle"]):
        allowed = symbols if given == "." else given
        seen = [[c for c in h if c < cell] for h in houses if cell in h]
        found = [
            grid + s
            for grid in found
            for s in allowed
            if all(grid[c] != s for house in seen for c in house)
        ]
    full = [h for h in houses if len(h) == n]
    return [g for g in found if all(len({g[c] for c in h}) == n for h in full)]


#: One that needs a lemma.
HARDER = {
    "size": 5, "symbols": "12345", "houses": [], "puzzle": "5..1.4.......34.24....1..",
    "solution": "5431241523152343245123145", "proper": [[-12]],
}  # fmt: skip
BASE = {"size": 4, "symbols": "1234", "houses": SQUARES, "puzzle": PUZZLE}
[SOLUTION] = solutions(BASE)


def verdict(said: dict) -> checker.ProvenClaims:
    return checker.check(line_of(said), rules_as_cnf)


def witnesses(said: dict) -> list[str]:
    found = []
    for cell, symbol in enumerate(said["puzzle"]):
        if symbol != ".":
            without = said["puzzle"][:cell] + "." + said["puzzle"][cell + 1 :]
            others = solutions(said | {"puzzle": without})
            found.append(next(grid for grid in others if grid[cell] != symbol))
    return found


# -- What is right --------------------------------------------------------------------------------

LINE_CAGE = {"rule": "a cage", "forms": [{"form": "sum", "cells": [0, 1], "arguments": [3, 1, 1]}]}
LOGIC = [
    {"rule": "r", "rating": 1, "lemmas": [[lemma] for lemma in
     (31, 7, 12, 25, 58, 34, 48, 61, 22, 20, 51, 56)]},
]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "claims", "board"),
    [
        (made(), ("proper",), "4x4, boxes of 2x2, symbols 1234"),
        (made(**HARDER), ("proper",), "5x5, no boxes, symbols 12345"),
        (
            made(irreducible=witnesses(BASE)),
            ("proper", "irreducible"),
            "4x4, boxes of 2x2, symbols 1234",
        ),
        (
            made(logic=LOGIC),
            ("proper", "logic by propagation lemmas"),
            "4x4, boxes of 2x2, symbols 1234",
        ),
        (
            made(irreducible=witnesses(BASE), logic=LOGIC),
            ("proper", "irreducible", "logic by propagation lemmas"),
            "4x4, boxes of 2x2, symbols 1234",
        ),
        (
            made(symbols="4321", puzzle=GRID, solution=GRID),
            ("proper",),
            "4x4, boxes of 2x2, symbols 4321",
        ),
        (made(houses=[], puzzle=GRID, solution=GRID), ("proper",), "4x4, no boxes, symbols 1234"),
        (
            made(houses=SQUARES[:3], puzzle=GRID, solution=GRID),
            ("proper",),
            "a board of its own: 4x4, no boxes, and houses r1c1,r1c2,r2c1,r2c2; "
            "r1c3,r1c4,r2c3,r2c4; r3c1,r3c2,r4c1,r4c2, symbols 1234",
        ),
        (
            made(houses=[*SQUARES, [0, 7]]),
            ("proper",),
            "a board of its own: 4x4, boxes of 2x2, and houses r1c1,r2c4, symbols 1234",
        ),
        (
            made(board="x", houses=[], size=1, symbols="1", puzzle="1" * 9999, solution="1" * 9999),
            ("proper",),
            'a board of its own: called "x", symbols 1',
        ),
        (
            made(
                board="a\u2028b",
                houses=[[0, 1], [1, 2]],
                size=2,
                symbols="AB",
                puzzle="A..",
                solution="ABA",
            ),
            ("proper",),
            'a board of its own: called "a\\u2028b", and houses r1c1,r1c2; r1c2,r1c3, symbols AB',
        ),
        (
            made(board="x", houses=[], size=1, symbols="1", puzzle=".", solution="1"),
            ("proper",),
            'a board of its own: called "x", symbols 1',
        ),
        (
            made(size=1, symbols="1", houses=[], puzzle=".", solution="1"),
            ("proper",),
            "1x1, no boxes, symbols 1",
        ),
        (
            made(size=2, symbols="12", houses=[], puzzle="1...", solution="1221"),
            ("proper",),
            "2x2, no boxes, symbols 12",
        ),
        (
            made(size=2, symbols="12", houses=[[0, 1], [2, 3]], puzzle="1...", solution="1221"),
            ("proper",),
            "a board of its own: 2x2, no boxes, and houses r1c1,r1c2; r2c1,r2c2, symbols 12",
        ),
        (
            made(rules=[LINE_CAGE], puzzle="..34341221434321", solution=GRID),
            ("proper",),
            'a board of its own: 4x4, boxes of 2x2, and rules [{"rule": "a cage", "forms": '
            '[{"form": "sum", "cells": [0, 1], "arguments": [3, 1, 1]}]}], '
            "symbols 1234 worth 1 to 4",
        ),
    ],
)
def test_what_is_right_is_named_whole(said, claims, board):
    assert verdict(said) == (claims, board, said["puzzle"])


def test_boxes_of_every_shape_are_known():
    for height, width in ((2, 3), (3, 2), (2, 2), (4, 2)):
        n = height * width
        symbols = "12345678"[:n]
        rows = [
            symbols[k:] + symbols[:k] for k in (i % height * width + i // height for i in range(n))
        ]
        text = "".join(rows)
        said = made(
            size=n, symbols=symbols, houses=checker.boxes(height, width), puzzle=text, solution=text
        )
        assert verdict(said).board == f"{n}x{n}, boxes of {height}x{width}, symbols {symbols}"


def test_rules_are_worth_from_0_where_the_first_symbol_is_0():
    rule = {"rule": "", "forms": [{"form": "sum", "cells": [0, 1], "arguments": [1, 1, 1]}]}
    text = GRID.translate(str.maketrans("1234", "0123"))
    said = made(symbols="0123", rules=[rule], puzzle=".." + text[2:], solution=text)
    assert verdict(said).board.endswith(", symbols 0123 worth 0 to 3")


# -- What is wrong --------------------------------------------------------------------------------


def without(said: dict, key: str) -> dict:
    return {name: value for name, value in said.items() if name != key}


def swapped(said: dict) -> dict:
    return {key: said[key] for key in sorted(said)}


OTHERS = witnesses(BASE)
TRUE = [4 * cell + int(symbol) for cell, symbol in enumerate(SOLUTION)]
CAGE_3 = {"rule": "", "forms": [{"form": "digits", "cells": [3], "arguments": [3, 4]}]}
LIES = [
    (TYPES, [
        made(certificate=True), made(certificate="1"), made(size=4.0), made(symbols=["1234"]),
        made() | {"houses": [*SQUARES, [0, True]]}, made() | {"houses": [(0.0)]},
        made(proper=[[True]]), made(proper=[[1.0]]), made(proper=[1]), made(proper={}),
        made(irreducible={}), made(irreducible=[1]), made(logic=[[]]), made(logic={}),
        made(logic=[{"rule": "r", "rating": 1}]), made(logic=[LOGIC[0] | {"more": 1}]),
        made(logic=[LOGIC[0] | {"rating": 1.5}]), made(logic=[LOGIC[0] | {"rule": None}]),
        made(logic=[swapped(LOGIC[0])]), made() | {"author": "me"}, swapped(made()),
        without(made(), "proper"), without(made(), "certificate"), without(made(), "houses"),
        without(made(), "cnf"), made() | {"puzzle": list(PUZZLE)}, made() | {"cnf": 1},
        made() | {"rules": {}}, {"certificate": 2},
    ]),
    ("it is not of version 2 of the format", [made(certificate=k) for k in (1, 3, 0, -2)]),
    ("size is not from 1 to 49", [
        made() | {"size": 0, "symbols": ""}, made() | {"size": -1}, made() | {"size": 50},
    ]),
    ("there is not one symbol per digit", [
        made() | {"symbols": text} for text in
        ("123", "12345", "1233", "123.", "123 ", "123\x1b", "123\n", "")
    ]),
    ("its board has no name", [made(board="")]),
    ("1 to 9999 cells", [
        made(board="x", houses=[], size=1, symbols="1", puzzle="", solution=""),
        made(board="x", houses=[], size=1, symbols="1", puzzle="", solution="",
             rules=[{"rule": "", "forms": [{"form": "any", "cells": [], "arguments": [[]]}]}]),
        made(board="x", houses=[], size=1, symbols="1", puzzle="1" * 10**4, solution="1" * 10**4),
    ]),
    ("does not have 1 to 4 cells", [
        made() | {"houses": [[]]}, made() | {"houses": [*SQUARES, [0, 1, 2, 3, 4]]},
    ]),
    ("the cells of a house are not in order", [
        made() | {"houses": [*SQUARES, [0, 0]]}, made() | {"houses": [*SQUARES, [1, 0]]},
    ]),
    ("a house has cells outside the board", [
        made() | {"houses": [*SQUARES, [-1, 0]]}, made() | {"houses": [*SQUARES, [15, 16]]},
    ]),
    ("a grid does not have one character per cell", [
        made() | {"puzzle": PUZZLE[:-1]}, made() | {"puzzle": PUZZLE + "."},
        made() | {"solution": SOLUTION[:-1]}, made(irreducible=[SOLUTION + "1"]),
    ]),
    ("a grid has other characters than the symbols", [
        made() | {"puzzle": "5" + PUZZLE[1:]}, made() | {"solution": " " + SOLUTION[1:]},
        made(irreducible=["x" * 16]),
    ]),
    ("a grid breaks a cell or a house", [
        made(solution="." + SOLUTION[1:]), made(solution="." * 16, puzzle="." * 16),
        made(solution=SOLUTION[:4] * 4), made(solution=SOLUTION[:-1] + "2"),
        made(irreducible=["." + OTHERS[0][1:], *OTHERS[1:]]),
        made(irreducible=[*OTHERS[:3], OTHERS[3][:-1] + "."]),
        made(irreducible=[*OTHERS[:3], "3" + OTHERS[3][1:]]),
        made(houses=[*SQUARES, [0, 6]]),
    ]),
    ("a solution does not have the givens", [
        made(puzzle="2" + PUZZLE[1:], solution=SOLUTION), made(puzzle=PUZZLE, solution=GRID),
    ]),
    ("a grid breaks a rule", [
        made(rules=[CAGE_3], puzzle=PUZZLE, solution=SOLUTION),
        made(rules=[LINE_CAGE], puzzle="1" + "." * 15, solution=SOLUTION),
    ]),
    ("its CNF is not the one of this puzzle", [
        made() | {"puzzle": SOLUTION}, made() | {"puzzle": "." + PUZZLE[1:]},
        made() | {"houses": [*SQUARES, [0, 7]]}, made(cnf="pairwise"),
        made() | {"solution": GRID, "puzzle": "." * 16},
    ]),
    ("the proof does not end in a contradiction", [
        made(puzzle="." * 16, proper=[]), made(puzzle="1" + "." * 15),
        made(**HARDER | {"proper": []}),
    ]),
    ("comes after the contradiction", [made(proper=[[31]])]),
    ("is not a clause", [
        made(puzzle="." * 16, proper=[[]]), made(puzzle="." * 16, proper=[[0]]),
        made(puzzle="." * 16, proper=[[0, 0], [0]]), made(logic=[LOGIC[0] | {"lemmas": [[0]]}]),
    ]),
    ("does not follow", [
        made(puzzle="." * 16, proper=[[1]]), made(puzzle="." * 16, proper=[[99], []]),
        made(logic=[LOGIC[0] | {"lemmas": [[32]]}]),
        # the solution may be used for "proper" alone
        made(logic=[LOGIC[0] | {"lemmas": [[-v for v in TRUE]]}]),
    ]),
    ("there is not one witness per given", [
        made(irreducible=[]), made(irreducible=OTHERS[:3]), made(irreducible=[*OTHERS, GRID]),
    ]),
    ("is not a solution without it", [
        made(irreducible=[SOLUTION, *OTHERS[1:]]), made(irreducible=[*OTHERS[:3], SOLUTION]),
        made(irreducible=OTHERS[::-1]),
        # without this given, and without another one
        made(irreducible=["3412123443212143", *OTHERS[1:]]),
    ]),
    ("the steps do not lead to the solution", [
        made(**HARDER, logic=[]), made(**HARDER, logic=[LOGIC[0] | {"lemmas": []}]),
    ]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("problem", "lie"), [(problem, lie) for problem, lies in LIES for lie in lies]
)
def test_each_lie_is_wrong_for_its_own_reason(problem, lie):
    with pytest.raises(ValueError, match=rf"\b{problem}\b"):
        verdict(lie)


def test_every_byte_counts():
    line = line_of(made())
    said = json.loads(line)
    for bad, problem in [
        (line[:-1], BYTES),
        (line + b"\n", BYTES),
        (b" " + line, BYTES),
        (line.replace(b": 4", b":  4"), BYTES),
        (json.dumps(said, separators=(",", ":")).encode() + b"\n", BYTES),
        (json.dumps(said | {"digest": "0" * 64}).encode() + b"\n", "its digest does not match"),
        (json.dumps(said | {"digest": None}).encode() + b"\n", TYPES),
        (json.dumps(without(said, "digest")).encode() + b"\n", TYPES),
        (b"[]\n", "it is not a JSON object"),
        (b"1\n", "it is not a JSON object"),
        (b"{}\n", TYPES),
        (b"\n", "Expecting value"),
        (b"\xff\n", "codec can't decode"),
        (line.decode().encode("utf-16"), BYTES),
        (line.replace(b'"size": 4', b'"size": 9, "size": 4'), BYTES),
    ]:
        with pytest.raises(ValueError, match=rf"\b{problem}\b"):
            checker.check(bad)


def test_limits_are_just_where_they_are_said_to_be(monkeypatch):
    assert (checker.LONGEST, checker.MOST) == (16_777_216, 1_000_000)
    line = line_of(made())
    monkeypatch.setattr(checker, "LONGEST", len(line))
    assert checker.check(line)
    with pytest.raises(ValueError, match=f"longer than {len(line)} bytes"):
        checker.check(line + b" ")
    monkeypatch.setattr(checker, "LONGEST", 10**6)
    # 12 houses of 4 cells: (16 * 4**2 + 4 * 12 * 4**2) / 2
    monkeypatch.setattr(checker, "MOST", 512)
    checker.theory_of.cache_clear()
    assert checker.check(line)
    monkeypatch.setattr(checker, "MOST", 511)
    checker.theory_of.cache_clear()
    with pytest.raises(ValueError, match="more than 511 clauses"):
        checker.check(line)
    symbols = "".join(chr(0x100 + d) for d in range(49))
    monkeypatch.setattr(checker, "MOST", 10**9)
    grid = "".join(symbols[d:] + symbols[:d] for d in range(49))
    board = checker.board_of(made(size=49, symbols=symbols, houses=[], puzzle=grid, cnf="none"))
    assert board.cell_count == 49**2 and len(board.houses) == 98


def test_rules_are_refused_where_nobody_reads_them():
    with pytest.raises(ValueError, match=r"rule_checker\.py reads them"):
        checker.check(line_of(made(rules=[LINE_CAGE])))


def run(monkeypatch, capsys, data: bytes, rules=None) -> tuple[int, list[str]]:
    stdin = io.TextIOWrapper(io.BytesIO(data))
    monkeypatch.setattr(sys, "stdin", stdin)
    status = checker.main(rules)
    return status, capsys.readouterr().out.splitlines()


def test_the_program_answers_line_by_line(monkeypatch, capsys):
    good, cage = (
        line_of(made(irreducible=OTHERS)),
        made(rules=[LINE_CAGE], puzzle=".." + GRID[2:], solution=GRID),
    )
    said = f"proper, irreducible: 4x4, boxes of 2x2, symbols 1234: {PUZZLE}"
    assert run(monkeypatch, capsys, b"") == (0, [])
    assert run(monkeypatch, capsys, good * 2) == (0, [said, said])
    status, lines = run(monkeypatch, capsys, b"[" * 10**5 + b"\n" + good + line_of(cage))
    assert status == 1 and lines[0].startswith("wrong: 'maximum recursion") and lines[1] == said
    assert lines[2] == "wrong: 'its board has rules: rule_checker.py reads them'"
    status, lines = run(monkeypatch, capsys, line_of(cage), rules_as_cnf)
    assert status == 0 and lines[0].startswith("proper: a board of its own: 4x4, boxes of 2x2, and")
    status, lines = run(monkeypatch, capsys, good + b'{"\\u001b[2K": 1}\n')
    assert status == 1 and lines[1] == "wrong: 'its keys and types are not those of a certificate'"
    status, lines = run(monkeypatch, capsys, line_of(made(proper=[[v] * 300 for v in [10**9]])))
    assert status == 1 and len(lines[0]) == len("wrong: ''") + 400
    monkeypatch.setattr(checker, "LONGEST", len(good))
    status, lines = run(monkeypatch, capsys, b" " * (len(good) + 1) + good)
    assert status == 1 and "longer than" in lines[0]


# -- Propagation ----------------------------------------------------------------------------------


def fixpoint(cnf: list[list[int]]) -> set[int] | None:
    """What unit propagation makes true, clause by clause until nothing is new; None if it
    contradicts itself."""
    true: set[int] = set()
    while True:
        left = [
            [x for x in clause if -x not in true] for clause in cnf if not true.intersection(clause)
        ]
        if any(not clause for clause in left):
            return None
        new = {clause[0] for clause in left if len(set(clause)) == 1}
        if any(-x in new for x in new):
            return None
        if not new:
            return true
        true |= new


def random_cnfs(count: int):
    dice = random.Random(1)
    for _ in range(count):
        top = dice.choice((3, 5, 8))
        literals = [x for v in range(1, top + 1) for x in (v, -v)]
        yield (
            literals,
            [
                dice.sample(literals, dice.choice((1, 2, 2, 3, 3, 3, 4)))
                for _ in range(dice.randrange(1, 4 * top))
            ],
            dice,
        )


def test_propagation_is_unit_propagation():
    seen = set()
    for _, cnf, _ in random_cnfs(2000):
        known, expected = checker.Propagation(checker.Formula(cnf)), fixpoint(cnf)
        seen.add(expected is None)
        assert known.is_contradictory == (expected is None), cnf
        if expected is not None:
            assert known.true == expected == set(known.trail), cnf
            assert len(known.trail) == len(expected)
    assert seen == {True, False}


def test_a_lemma_is_taken_where_its_negation_is_refuted():
    seen = set()
    for literals, cnf, dice in random_cnfs(500):
        known, written = checker.Propagation(checker.Formula(cnf)), list(cnf)
        for _ in range(12):
            lemma = dice.sample(literals, dice.choice((1, 1, 2, 3)))
            before = fixpoint(written)
            if before is None:
                with pytest.raises(ValueError, match="comes after the contradiction"):
                    known.add_lemma(lemma)
                break
            follows = fixpoint([*written, *([-x] for x in lemma)]) is None
            seen.add(follows)
            if follows:
                known.add_lemma(lemma)
                written.append(lemma)
            else:
                with pytest.raises(ValueError, match="does not follow"):
                    known.add_lemma(lemma)
            after = fixpoint(written)
            assert known.is_contradictory == (after is None)
            assert after is None or known.true == after == set(known.trail)
    assert seen == {True, False}


def test_lemmas_are_no_empty_clauses_and_zero_is_no_literal():
    for lemma in ([], [0], [1, 0], [0, 0]):
        with pytest.raises(ValueError, match="is not a clause"):
            checker.propagated(checker.Formula([[1, 2]]), [], [lemma])
    every = checker.Formula([[1, 2], [1, -2], [-1, 2], [-1, -2]])
    assert checker.propagated(every, [], [[1]]).is_contradictory


def test_no_few_variables_hit_all_sets_just_where_trying_finds_none(monkeypatch):
    dice, seen = random.Random(2), set()
    for _ in range(150):
        top, most = dice.randrange(1, 6), dice.randrange(-1, 4)
        sets = [
            dice.sample(range(1, top + 1), dice.randrange(1, top + 1))
            for _ in range(dice.randrange(4))
        ]
        chosen = (set(c) for k in range(most + 1) for c in combinations(range(1, top + 1), k))
        expected = (most < 1 and not sets) or any(all(c & {*s} for s in sets) for c in chosen)
        seen.add(expected)
        cnf = checker.none_hit(sets, top, most)
        assert satisfiable(cnf) == expected, (sets, top, most)
        # nothing but variables of its own: each "j of the first i" once
        assert {abs(x) for c in cnf for x in c} <= set(range(1, top + top * max(most, 0) + 1))
    assert seen == {True, False}
    with pytest.raises(ValueError, match="a grid breaks nothing"):
        checker.none_hit([[1], []], 3, 1)
    monkeypatch.setattr(checker, "MOST", 12)
    assert checker.none_hit([[1]], 4, 3)
    with pytest.raises(ValueError, match="more than 12 clauses"):
        checker.none_hit([[1]], 13, 1)


# -- Rules ----------------------------------------------------------------------------------------


def digit_of(cell: int, digit: int) -> dict:
    return {"form": "digits", "cells": [cell], "arguments": [digit]}


#: Forms on three cells of digits 1 to 3 (or 0 to 2), each with its definition.
TWO = {1, 2}
FORMS = [
    ({"form": "distinct", "cells": [0, 1, 2], "arguments": []},
     lambda a, b, c: len({a, b, c}) == 3),
    ({"form": "distinct", "cells": [2, 0], "arguments": []}, lambda a, b, c: a != c),
    ({"form": "digits", "cells": [0, 2], "arguments": [1, 2]}, lambda a, b, c: {a, c} <= {1, 2}),
    ({"form": "one", "cells": [0, 1, 2], "arguments": [2, 3]},
     lambda a, b, c: sum(d in (2, 3) for d in (a, b, c)) == 1),
    ({"form": "one", "cells": [0, 2], "arguments": []}, lambda a, b, c: False),
    ({"form": "most-one", "cells": [0, 1, 2], "arguments": [2]},
     lambda a, b, c: [a, b, c].count(2) < 2),
    ({"form": "pairs", "cells": [0, 1, 2], "arguments": [[1, 2], [2, 1], [2, 3]]},
     lambda a, b, c: {(a, b), (b, c)} <= {(1, 2), (2, 1), (2, 3)}),
    ({"form": "pairs", "cells": [1], "arguments": [[1, 2]]}, lambda a, b, c: True),
    ({"form": "sets", "cells": [0, 1], "arguments": [[1, 2], [3, 2]]},
     lambda a, b, c: {a, b} in ({1, 2}, {2, 3})),
    ({"form": "sets", "cells": [0, 1, 2], "arguments": [[1, 2, 3], [1, 2]]},
     lambda a, b, c: {a, b, c} == {1, 2, 3}),
    ({"form": "sets", "cells": [0, 1], "arguments": [[1, 2], [1, 2, 3]]},
     lambda a, b, c: {a, b} == {1, 2}),
    ({"form": "sets", "cells": [0, 1, 2], "arguments": [[1, 2], [1, 3]]}, lambda a, b, c: False),
    ({"form": "sum", "cells": [0, 1, 2], "arguments": [4, 1, 2, -1]},
     lambda a, b, c: a + 2 * b - c == 4),
    ({"form": "sum", "cells": [1, 1], "arguments": [4, 1, 1]}, lambda a, b, c: b == 2),
    ({"form": "automaton", "cells": [0, 1, 2], "arguments": [
        [[0, 1, 1], [0, 2, 1], [0, 2, 2], [1, 3, 1]],
        [[1, 1, 0], [2, 3, 4]],
        [[0, 2, 9], [4, 1, 0]],
     ]}, lambda a, b, c: (a in (1, 2) and b == 1 and c == 2) or (a, b, c) == (2, 3, 1)),
    ({"form": "any", "cells": [], "arguments": [
        [digit_of(0, 1), digit_of(1, 2)],
        [{"form": "any", "cells": [], "arguments": [
            [{"form": "sum", "cells": [2], "arguments": [2, 1]}], [digit_of(0, 2)],
        ]}],
     ]}, lambda a, b, c: (a == 1 and b == 2) or c == 2 or a == 2),
    ({"form": "rank", "cells": [0, 1], "arguments": [[1], [1, 2], [2, 0]]},
     lambda a, b, c: (a, b) not in ((b, c), (c, a)) and ((b, c) < (a, b)) + ((c, a) < (a, b)) == 1),
    ({"form": "rank", "cells": [0], "arguments": [[0], [1], [2]]}, lambda a, b, c: a < b and a < c),
    ({"form": "rank", "cells": [0], "arguments": [[2], [1], [2]]}, lambda a, b, c: a > b and a > c),
    ({"form": "rank", "cells": [0, 2], "arguments": [[3], [1, 1]]}, lambda a, b, c: False),
    ({"form": "rank", "cells": [0, 2], "arguments": [[0]]}, lambda a, b, c: True),
    ({"form": "count", "cells": [0, 1, 2], "arguments": []}, lambda a, b, c: a == len({b, c})),
    ({"form": "count", "cells": [2, 0, 0, 1, 1], "arguments": []},
     lambda a, b, c: c == len({a, b})),
    ({"form": "count", "cells": [1], "arguments": []}, lambda a, b, c: b == 0),
    *[({"form": form, "cells": [0, 1, 2], "arguments": [digits, [size], border, [0, 1], [2, 1]]},
     holds)
      for form, digits, size, border, holds in [
        ("connected", [1], 0, [], lambda a, b, c: 1 in (a, b, c) and not a == c == 1 != b),
        ("connected", [1, 2], 2, [], lambda a, b, c: b in TWO and (a in TWO) + (c in TWO) == 1),
        ("connected", [1, 7], 0, [0, 2], lambda a, b, c: 1 in (a, b, c)),
        ("connected", [1], 2, [0, 2], lambda a, b, c: (a, b, c).count(1) == 2),
        ("connected", [1], 0, [1], lambda a, b, c: 1 in (a, b, c) and not a == c == 1 != b),
        ("connected", [7], 0, [], lambda a, b, c: False),
        ("connected", [1], 0, [0], lambda a, b, c: 1 in (a, b, c) and not a == c == 1 != b),
        ("touching", [2], 0, [0], lambda a, b, c: (a == 2 or b != 2) and (b == 2 or c != 2)),
        ("touching", [2], 1, [0], lambda a, b, c: a == 2 and b != 2 != c),
        ("touching", [2], 0, [], lambda a, b, c: 2 not in (a, b, c)),
    ]],
    *[({"form": "areas", "cells": [0, 1, 2], "arguments": [[1, 2], [k], [], [], [0, 1], [1, 2]]},
     holds)
      for k, holds in [
        (1, lambda a, b, c: b not in TWO or not {a, c} & TWO),
        (2, lambda a, b, c: not {a, b, c} & TWO or (b in TWO and (a in TWO) + (c in TWO) == 1)),
        (3, lambda a, b, c: {a, b, c} <= TWO or not {a, b, c} & TWO),
    ]],
    ({"form": "areas", "cells": [0, 1], "arguments": [[1, 2], [2], [0], [2], [0, 1]]},
     lambda a, b, c: a in TWO and c == 1 + (b in TWO)),
    ({"form": "areas", "cells": [1, 0], "arguments": [[1, 2], [1], [0], [2], [0, 1]]},
     lambda a, b, c: a in TWO and b not in TWO and c == 1),
    ({"form": "areas", "cells": [0, 1, 2], "arguments": [[1, 2], [2], [0, 2], [1, 1], [0, 1]]},
     lambda a, b, c: False),
    ({"form": "areas", "cells": [0, 2], "arguments": [[1, 2], [2], [0, 2], [1, 1]]},
     lambda a, b, c: {a, c} <= TWO and b == 1),
    ({"form": "areas", "cells": [0, 2], "arguments": [[1, 2], [2], [0], [1]]},
     lambda a, b, c: a in TWO and c not in TWO and b == 1),
    ({"form": "areas", "cells": [0, 2], "arguments": [[1, 2], [2], [0, 2], [1, 1], [0, 2]]},
     lambda a, b, c: False),
    ({"form": "connected", "cells": [1, 0, 2], "arguments": [[1], [0], [], [0, 1], [1, 2]]},
     lambda a, b, c: 1 in (a, b, c) and not a == c == 1 != b),
    ({"form": "parts", "cells": [0], "arguments": [[0], [9, 1], [0]]}, lambda a, b, c: a != 1),
    ({"form": "parts", "cells": [0, 1], "arguments": [[2, 2], [1], [2]]},
     lambda a, b, c: c == 1 and a != b),
    ({"form": "parts", "cells": [0, 0, 1], "arguments": [[1, 2, 2], [2, 1], [1]]},
     lambda a, b, c: False),
    ({"form": "parts", "cells": [0, 0], "arguments": [[1, 2], [2, 1], [1]]},
     lambda a, b, c: {b, c} == {1, 2}),
    ({"form": "parts", "cells": [0, 1, 2], "arguments": [[0, 0, 0], [2], [3]]},
     lambda a, b, c: a == 2 and len({a, b, c}) == 3),
    ({"form": "parts", "cells": [0], "arguments": [[0], [9], [1]]}, lambda a, b, c: False),
]  # fmt: skip


@pytest.mark.parametrize("symbols", ["123", "012", "321"])
@pytest.mark.parametrize(("form", "holds"), FORMS)
def test_a_form_means_what_the_table_says(form, holds, symbols):
    """Of each fill of the cells: `holds` says so, and its clauses can be satisfied just then."""
    first = 0 if symbols[0] == "0" else 1
    cnf, (keeps,) = rules_as_cnf([{"rule": "", "forms": [form]}], 3, symbols, 3)
    for fill in product(range(first, first + 3), repeat=3):
        true = {3 * cell + digit - first + 1 for cell, digit in enumerate(fill)}
        units = [[v] if v in true else [-v] for v in range(1, 10)]
        assert keeps(true) == bool(holds(*fill)), fill
        assert satisfiable([*cnf, *units]) == bool(holds(*fill)), fill


def satisfiable(cnf: list[list[int]]) -> bool:
    true = fixpoint(cnf)
    if true is None:
        return False
    open_ = {abs(x) for clause in cnf if not true.intersection(clause) for x in clause}
    free = next((v for v in open_ if v not in true and -v not in true), None)
    return free is None or satisfiable([*cnf, [free]]) or satisfiable([*cnf, [-free]])


def test_the_clauses_of_rules_are_part_of_the_format():
    """Their hash is in each certificate: other clauses, even with the same meaning, make older
    certificates wrong. Whoever changes them on purpose changes this."""
    forms = [form for form, _ in FORMS]
    cnf, _ = rules_as_cnf([{"rule": "", "forms": forms}], 3, "123", 3)
    digest = hashlib.sha256(json.dumps(cnf).encode()).hexdigest()
    assert digest == "8f530c784cea9916c260b18fdc7cca23d2c237a773768d0d07edd7cd7cc28806"


def test_all_rules_and_all_forms_count():
    one, other = ({"form": "digits", "cells": [0], "arguments": [d]} for d in (1, 2))
    for rules in (
        [{"rule": "", "forms": [one, other]}],
        [{"rule": "", "forms": [one]}, {"rule": "", "forms": [other]}],
    ):
        cnf, judges = rules_as_cnf(rules, 2, "12", 1)
        for true in ({1}, {2}):
            assert not all(keeps(true) for keeps in judges)
        assert checker.Propagation(checker.Formula(cnf), [[1, 2]]).is_contradictory
    assert rules_as_cnf([], 2, "12", 1) == ([], [])


#: What is said of forms.
KNOWN = "a form of a rule is not known"
FORM_TYPES = "a form of a rule does not have the types it should"
WRONG_CELLS = "a form of a rule has the wrong cells"
DETAILS = "a form of a rule has the wrong details"
UNKNOWN = "a rule has unknown cells"
RANK = "the rank of a rule is not a number"
LENGTHS = "a rank compares lists of other lengths"
PER_CELL = "a sum does not have one number per cell"
LISTS = "an automaton does not have one list per cell"
TRIPLE = "a step of an automaton is not a triple"


@pytest.mark.parametrize(
    ("problem", "form"),
    [
        (KNOWN, {}),
        (KNOWN, {"form": "magic", "cells": [0], "arguments": []}),
        (KNOWN, {"form": 1, "cells": [0], "arguments": []}),
        (KNOWN, {"form": ["sum"], "cells": [0], "arguments": []}),
        (FORM_TYPES, {"form": "sum", "cells": [0]}),
        (FORM_TYPES, {"form": "sum", "arguments": [1, 1]}),
        (FORM_TYPES, {"cells": [0], "form": "sum", "arguments": [1, 1]}),
        (FORM_TYPES, {"form": "sum", "cells": [True], "arguments": [1, 1]}),
        (FORM_TYPES, {"form": "sum", "cells": [0], "arguments": [1, 1.0]}),
        (FORM_TYPES, {"form": "sum", "cells": [0], "arguments": [1, 1], "more": 1}),
        (FORM_TYPES, {"form": "pairs", "cells": [0], "arguments": [1]}),
        (FORM_TYPES, {"form": "sets", "cells": [0], "arguments": [1]}),
        (FORM_TYPES, {"form": "digits", "cells": [0], "arguments": ["1"]}),
        (FORM_TYPES, {"form": "automaton", "cells": [0], "arguments": [[1]]}),
        (FORM_TYPES, {"form": "any", "cells": [], "arguments": [1]}),
        (FORM_TYPES, {"form": "rank", "cells": [0], "arguments": [1]}),
        (WRONG_CELLS, {"form": "sum", "cells": [], "arguments": [0]}),
        (WRONG_CELLS, {"form": "any", "cells": [0], "arguments": [[]]}),
        (DETAILS, {"form": "distinct", "cells": [0], "arguments": [1]}),
        (DETAILS, {"form": "count", "cells": [0], "arguments": [1]}),
        (WRONG_CELLS, {"form": "count", "cells": [], "arguments": []}),
        (DETAILS, {"form": "sum", "cells": [0], "arguments": []}),
        (DETAILS, {"form": "rank", "cells": [0], "arguments": []}),
        (UNKNOWN, {"form": "digits", "cells": [-1], "arguments": [1]}),
        (UNKNOWN, {"form": "digits", "cells": [2], "arguments": [1]}),
        (UNKNOWN, {"form": "rank", "cells": [0], "arguments": [[0], [2]]}),
        (UNKNOWN, {"form": "rank", "cells": [0], "arguments": [[0], [1], [-1]]}),
        ("a form of a rule has a cell twice", {"form": "one", "cells": [0, 0], "arguments": [1]}),
        (RANK, {"form": "rank", "cells": [0], "arguments": [[0, 1]]}),
        (RANK, {"form": "rank", "cells": [0], "arguments": [[]]}),
        (LENGTHS, {"form": "rank", "cells": [0], "arguments": [[0], [0, 1]]}),
        (LENGTHS, {"form": "rank", "cells": [0, 1], "arguments": [[0], [0, 1], [1]]}),
        (PER_CELL, {"form": "sum", "cells": [0, 1], "arguments": [1, 1]}),
        (PER_CELL, {"form": "sum", "cells": [0], "arguments": [1, 1, 1]}),
        (LISTS, {"form": "automaton", "cells": [0], "arguments": [[], []]}),
        (TRIPLE, {"form": "automaton", "cells": [0, 1], "arguments": [[[0, 1, 0]], [[0, 1]]]}),
        *[
            ("the pieces of a rule have no size", {"form": form, "cells": [0], "arguments": told})
            for form, told in [
                ("connected", [[1]]),
                ("connected", [[1], [0]]),
                ("touching", [[1], [], []]),
                ("touching", [[1], [0, 0], []]),
                ("areas", [[1], [1], []]),
                ("areas", [[1], [1, 1], [], []]),
            ]
        ],
        *[
            (
                "a rule about pieces has a cell twice",
                {"form": "connected", "cells": cells, "arguments": [[1], [0], border]},
            )
            for cells, border in [([0, 0], []), ([0, 1], [1, 1])]
        ],
        *[
            (
                "neighbours in a rule are not a pair",
                {"form": "touching", "cells": [0, 1], "arguments": [[1], [0], [], pair]},
            )
            for pair in ([0], [0, 1, 1], [])
        ],
        *[
            (
                "a rule about pieces has cells beside them",
                {"form": "areas", "cells": [0], "arguments": [[1], [1], *more]},
            )
            for more in ([[1], [0]], [[], [], [0, 1]], [[], [], [1, 0]])
        ],
        (
            "a clue of a rule has no number",
            {"form": "areas", "cells": [0, 1], "arguments": [[1], [1], [0, 1], [0]]},
        ),
        (UNKNOWN, {"form": "areas", "cells": [0, 1], "arguments": [[1], [1], [0], [2]]}),
        (UNKNOWN, {"form": "parts", "cells": [0], "arguments": [[2], [1], [1]]}),
        *[
            ("the parts of a rule have no size", {"form": "parts", "cells": [0], "arguments": told})
            for told in ([[0], [1]], [[0], [1], []], [[0], [1], [1, 1]], [[0], [1], [1], []])
        ],
        (
            "the parts of a rule do not have a label per cell",
            {"form": "parts", "cells": [0, 1], "arguments": [[0], [1], [1]]},
        ),
        (
            "a rule has a label twice",
            {"form": "parts", "cells": [0], "arguments": [[0], [1, 1], [1]]},
        ),
        *[
            (DETAILS, {"form": form, "cells": [0], "arguments": []})
            for form in ("connected", "touching", "areas", "parts")
        ],
    ],
)
def test_each_form_that_says_nonsense_is_refused_for_its_own_reason(problem, form):
    inside = {
        "form": "any",
        "cells": [],
        "arguments": [[{"form": "digits", "cells": [0], "arguments": [1]}, form]],
    }
    for forms in ([form], [inside]):
        with pytest.raises(ValueError, match=rf"\b{problem}\b"):
            rules_as_cnf([{"rule": "", "forms": forms}], 2, "12", 2)


def test_the_last_cell_of_a_board_may_be_spoken_of():
    assert rules_as_cnf(
        [{"rule": "", "forms": [{"form": "rank", "cells": [1], "arguments": [[0], [1]]}]}],
        2,
        "12",
        2,
    )


@pytest.mark.parametrize("form", [form for form, _ in FORMS])
def test_clauses_of_rules_are_bounded_while_they_are_written(form, monkeypatch):
    rules = [{"rule": "", "forms": [form]}]
    number = len(rules_as_cnf(rules, 3, "123", 3)[0])
    monkeypatch.setattr(rule_checker, "MOST", number)
    assert len(rules_as_cnf(rules, 3, "123", 3)[0]) == number
    monkeypatch.setattr(rule_checker, "MOST", number - 1)
    if number:  # pairs of a single cell mean nothing
        with pytest.raises(ValueError, match=f"more than {number - 1} clauses"):
            rules_as_cnf(rules, 3, "123", 3)
