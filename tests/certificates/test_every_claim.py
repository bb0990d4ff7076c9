"""Every kind of claim, on all solutions of small boards as counting by hand finds them; and what is
forged of each."""

import hashlib
import json
import random
from functools import lru_cache
from itertools import combinations

import pytest

import satdoku
from satdoku import Layout, Puzzle
from satdoku.certificates.certificate import certificate_of
from satdoku.certificates.certifying import Unfounded
from satdoku.errors import PuzzleError

BOARD = Layout.named("4x4")
RULED = Layout.named("4x4+killer:5:r1c1,r1c2+thermometer:r2c1,r3c2,r4c3")


@lru_cache
def grids(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """All grids: rows, columns and boxes by trying; rules as their sentences say."""
    found = [()]
    for cell in range(16):
        seen = {c for house in layout.houses if cell in house.cells for c in house.cells}
        found = [
            (*grid, d)
            for grid in found
            for d in (1, 2, 3, 4)
            if all(grid[c] != d for c in seen if c < cell)
        ]
    if layout == RULED:
        found = [g for g in found if g[0] + g[1] == 5 and g[4] < g[9] < g[14]]
    return tuple(found)


def solutions(puzzle: Puzzle) -> set[tuple[int, ...]]:
    return {
        grid
        for grid in grids(puzzle.layout)
        if all(given in (0, d) for given, d in zip(puzzle.cells, grid, strict=True))
    }


def puzzles(layout: Layout, number: int = 40):
    """Some with one solution, some with several or none."""
    dice = random.Random(3)
    for _ in range(number):
        cells = list(dice.choice(grids(layout)))
        for cell in dice.sample(range(16), dice.choice((6, 9, 11, 13))):
            cells[cell] = 0
        if dice.random() < 0.4:
            cells[dice.randrange(16)] = dice.randrange(1, 5)
        yield Puzzle(tuple(cells), layout)


def right(certificate: satdoku.Certificate) -> tuple[str, ...]:
    verdict = satdoku.verify(certificate, layout=certificate.puzzle.layout)
    assert verdict.outcome == "right", verdict.problem
    assert verdict.kinds == certificate.claims
    return verdict.claims


def holds(puzzle: Puzzle, *claims: str, **more) -> bool:
    """Whether the claim is certified, and the certificate right."""
    try:
        certificate = satdoku.certify(puzzle, list(claims) or None, **more)
    except Unfounded:
        return False
    return bool(right(certificate))


@pytest.mark.parametrize("layout", [BOARD, RULED], ids=["plain", "ruled"])
def test_none_all_and_at_least_are_certified_just_where_they_hold(layout):
    seen = set()
    for puzzle in puzzles(layout, 25):
        expected = solutions(puzzle)
        seen.add(min(len(expected), 2))
        assert holds(puzzle, "proper") == (len(expected) == 1)
        assert holds(puzzle, "none") == (not expected)
        assert holds(puzzle, "all") == bool(expected)
        for limit in (1, 2, 3, 7):
            assert holds(puzzle, "at-least", limit=limit) == (len(expected) >= limit)
        if expected:
            listed = satdoku.certify(puzzle, ["all"]).record()["solutions"]
            assert {tuple(map(int, line)) for line in listed} == expected
    assert seen == {0, 1, 2}


@pytest.mark.parametrize("layout", [BOARD, RULED], ids=["plain", "ruled"])
def test_what_follows_is_what_all_solutions_have_in_common(layout):
    dice, seen = random.Random(5), set()
    for puzzle in puzzles(layout, 15):
        expected = solutions(puzzle)
        for _ in range(12):
            cell, digit, denied = dice.randrange(16), dice.randrange(1, 5), dice.randrange(16)
            other = dice.randrange(1, 5)
            name, sign = f"r{cell // 4 + 1}c{cell % 4 + 1}", dice.choice(("=", "<>"))
            text = f"{other}r{denied // 4 + 1}c{denied % 4 + 1}"
            left = {g for g in expected if g[denied] != other}
            claim = left and all((g[cell] == digit) == (sign == "=") for g in left)
            if puzzle.cells[denied] != other and len(expected) > 0:
                seen.add(bool(claim))
                said = f"{name}{sign}{digit}"
                assert holds(puzzle, follows=said, denied=text) == bool(claim), (puzzle, said, text)
    assert seen == {True, False}


def test_equivalent_puzzles_have_the_same_solutions():
    some, seen = list(puzzles(BOARD, 12)), set()
    for one in some:
        for other in [*some[:4], Puzzle(max(solutions(one), default=one.cells), BOARD)]:
            expected = solutions(one) == solutions(other)
            seen.add(expected)
            assert holds(one, equals=other) == expected
    assert seen == {True, False}


def test_the_fewest_givens_are_fewest_by_trying_all_sets():
    seen = set()
    for puzzle in puzzles(BOARD, 30):
        if len(solutions(puzzle)) != 1:
            continue
        (solution,) = solutions(puzzle)
        number = sum(d > 0 for d in puzzle.cells)
        others = [[c for c in range(16) if g[c] != solution[c]] for g in grids(BOARD)]
        differences = [set(cells) for cells in others if cells]
        fewer = any(
            all(cells & set(chosen) for cells in differences)
            for chosen in combinations(range(16), number - 1)
        )
        seen.add(fewer)
        assert holds(puzzle, "fewest") == (not fewer)
    assert True in seen
    assert holds(satdoku.parse("1..2.....13.....", BOARD), "fewest", "irreducible", "logic")


def test_the_smallest_conflict_is_smallest_by_trying_all_sets():
    seen = 0
    for puzzle in puzzles(BOARD, 60):
        if solutions(puzzle):
            with pytest.raises(Unfounded, match="there is a solution"):
                satdoku.certify(puzzle, ["smallest"])
            continue
        found = satdoku.certify(puzzle, ["smallest"])
        assert right(found) == ("no solution", f"smallest conflict of {puzzle.line}")
        cells = [c for c in range(16) if found.puzzle.cells[c]]
        assert all(found.puzzle.cells[c] == puzzle.cells[c] for c in cells)
        assert not solutions(found.puzzle)
        givens = [c for c in range(16) if puzzle.cells[c]]
        for chosen in combinations(givens, len(cells) - 1):
            assert any(all(g[c] == puzzle.cells[c] for c in chosen) for g in grids(BOARD))
        seen += 1
    assert seen > 5


def test_rules_are_needed_just_where_leaving_one_out_gives_more_solutions():
    seen = set()
    for puzzle in puzzles(RULED, 60):
        if len(solutions(puzzle)) != 1:
            continue
        plain = solutions(Puzzle(puzzle.cells, BOARD))
        cage = [g for g in plain if g[0] + g[1] == 5]
        thermometer = [g for g in plain if g[4] < g[9] < g[14]]
        needed = len(cage) > 1 and len(thermometer) > 1
        seen.add(needed)
        assert holds(puzzle, "rules-needed") == needed
    assert seen == {True, False}


def test_a_position_is_certified_with_its_candidates():
    position = satdoku.position("12..............")
    position.deny(BOARD.variable_of(3, 4))
    certificate = satdoku.certify(position, follows="r1c3=4")
    assert right(certificate) == ("r1c3=4 follows from the givens and r1c4<>4",)
    assert certificate.record()["denied"] == [BOARD.variable_of(3, 4)]


def test_what_excludes_something_else_is_refused_in_a_line():
    for wrong, more in (
        ("certified alone", {"claims": ["none", "proper"]}),
        ("certified alone", {"claims": ["proper"], "follows": "r1c1=1"}),
        ("certified alone", {"equals": "12..............", "follows": "r1c1=1"}),
        ("add follows", {"denied": "1r1c1"}),
        ("is placed, not excluded", {"follows": "r1c3=4", "denied": "1r1c1"}),
        ("is placed, not excluded", {"follows": "r1c3=4", "denied": "r1c3=3"}),
        ("is not a move", {"follows": "what"}),
        ("everything follows", {"follows": "r1c3=4", "denied": "3r1c3,4r1c3"}),
        ("on the board", {"equals": satdoku.parse("." * 81)}),
        ("choose 1 to", {"claims": ["at-least"], "limit": 0}),
    ):
        with pytest.raises(PuzzleError, match=wrong):
            satdoku.certify("12..............", **more)


#: Evidence that is not: (puzzle, evidence that a forger signs, what the checker says).
SOLUTION, OTHER = "1234341221434321", "1234341243212143"
PUZZLE = "1234............"
FORGED = [
    (PUZZLE, {"solutions": [SOLUTION, SOLUTION]}, "a solution is listed twice"),
    (PUZZLE, {"solutions": ["2134341221434321"]}, "a grid breaks"),
    (PUZZLE, {"solutions": ["4321341221431234"]}, "a grid breaks"),
    (PUZZLE, {"solutions": ["3412123443212143"]}, "does not have the givens"),
    (PUZZLE, {"solutions": [], "complete": []}, "does not end in a contradiction"),
    (PUZZLE, {"solutions": [SOLUTION], "complete": []}, "does not end in a contradiction"),
    (PUZZLE, {"solutions": [SOLUTION], "complete": [[17]]}, "does not follow"),
    (PUZZLE, {"follows": {"literals": [19], "lemmas": []}}, "does not end in a contradiction"),
    (PUZZLE, {"follows": {"literals": [], "lemmas": []}}, "it has no conclusion"),
    (PUZZLE, {"follows": {"literals": [65], "lemmas": []}}, "65 is no candidate of the board"),
    (PUZZLE, {"follows": {"literals": [0], "lemmas": []}}, "0 is no candidate of the board"),
    (PUZZLE, {"follows": {"literals": [19], "lemmas": []}, "denied": [-65]}, "no candidate"),
    (PUZZLE, {"equivalent": {"puzzle": SOLUTION, "there": [], "back": []}}, "contradiction"),
    (SOLUTION, {"equivalent": {"puzzle": PUZZLE, "there": [], "back": []}}, "contradiction"),
    ("1..2.....13.....", {"smallest": {"puzzle": "1..2.....13.....", "grids": [], "lemmas": []},
                           "solutions": [], "complete": []}, "contradiction"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "evidence", "problem"), FORGED)
def test_what_is_forged_is_wrong_for_its_own_reason(line, evidence, problem):
    puzzle = satdoku.parse(line, BOARD)
    try:
        said = certificate_of(puzzle, evidence).line
    except ValueError as error:
        assert any(word in str(error) for word in problem.split("|")), error
        return
    verdict = satdoku.verify(said)
    assert verdict.outcome == "wrong" and any(p in verdict.problem for p in problem.split("|"))


def signed(record: dict) -> str:
    record = {key: record[key] for key in record if key != "digest"}
    return json.dumps(record | {"digest": hashlib.sha256(json.dumps(record).encode()).hexdigest()})


def test_claims_are_put_in_words_and_the_digest_is_of_the_main_formula():
    several = "12.............."
    for words, puzzle, more in (
        ("no solution", "11..............", {"claims": ["none"]}),
        ("exactly 1 solution", SOLUTION[:14] + "..", {"claims": ["all"]}),
        ("exactly 24 solutions", several, {"claims": ["all"]}),
        ("at least 1 solution", several, {"claims": ["at-least"], "limit": 1}),
        ("at least 2 solutions", several, {"claims": ["at-least"]}),
        (
            "r1c3<>3 follows from the givens and r1c4<>4",
            several,
            {"follows": "3r1c3", "denied": "4r1c4"},
        ),
        ("r1c1=1 follows", SOLUTION, {"follows": "r1c1=1"}),
        ("r4c4<>4 follows", SOLUTION, {"follows": "r4c4<>4"}),
        (f"equivalent to {SOLUTION}", "1234341221434...", {"equals": SOLUTION}),
        (f"equivalent to {PUZZLE}", "123.............", {"equals": PUZZLE}),
    ):
        certificate = satdoku.certify(puzzle, **more)
        assert right(certificate) == (words,)
        if "cnf" in certificate.record():
            digest = hashlib.sha256(certificate.cnf.encode()).hexdigest()
            assert certificate.record()["cnf"].endswith(digest)


def test_each_set_to_hit_names_cells_or_givens_by_their_numbers():
    fewest = satdoku.certify("1..2.....13.....", ["fewest"])
    record, rows = fewest.record(), fewest.cnf.splitlines()[1:]
    for grid, row in zip(record["fewest"]["grids"], rows, strict=False):
        cells = [i + 1 for i in range(16) if grid[i] != record["solution"][i]]
        assert row == " ".join(map(str, [*cells, 0]))
    smallest = satdoku.certify("..1.2.......31.4", ["smallest"])
    record, rows = smallest.record(), smallest.cnf.splitlines()[1:]
    givens = [i for i in range(16) if record["smallest"]["puzzle"][i] != "."]
    for grid, row in zip(record["smallest"]["grids"], rows, strict=False):
        larger = record["smallest"]["puzzle"]
        broken = [k for k, i in enumerate(givens, 1) if grid[i] != larger[i]]
        assert broken and row == " ".join(map(str, [*broken, 0]))


def test_evidence_of_one_claim_is_not_taken_for_another():
    fewest = satdoku.certify("1..2.....13.....", ["fewest"]).record()
    assert satdoku.verify(signed(fewest)).outcome == "right"
    none = satdoku.certify("11..............", ["smallest"]).record()
    several = satdoku.certify("12..............", ["at-least"], limit=3).record()
    ruled = Puzzle(
        satdoku.parse("..3..........4..").cells, Layout.named("4x4+sum:6:r2c1,r3c2,r4c4")
    )
    needed = satdoku.certify(ruled, ["rules-needed"]).record()
    for record, changes, problem in (
        (fewest, {"fewest": fewest["fewest"] | {"grids": fewest["fewest"]["grids"][1:]}}, "follow"),
        (fewest, {"fewest": fewest["fewest"] | {"grids": [fewest["solution"]]}}, "breaks nothing"),
        (none, {"smallest": none["smallest"] | {"puzzle": "1" + "." * 15}}, "larger puzzle"),
        (none, {"smallest": none["smallest"] | {"grids": ["." * 16]}}, "breaks a cell"),
        # each grid breaks two of three givens: one of them does not hit all grids, but two do
        (
            json.loads(
                certificate_of(
                    satdoku.parse("11.1............", BOARD),
                    {
                        "solutions": [],
                        "complete": [],
                        "smallest": {
                            "puzzle": "11.1" + "." * 12,
                            "grids": ["1234341221434321", "2134341212434321", "2341412314323214"],
                            "lemmas": [[-1]],
                        },
                    },
                ).line
            ),
            {},
            "does not follow",
        ),
        (
            json.loads(
                certificate_of(
                    satdoku.parse(SOLUTION, BOARD), {"solutions": [SOLUTION], "complete": []}
                ).line
            ),
            {"smallest": {"puzzle": SOLUTION, "grids": [], "lemmas": []}},
            "keys|do not contradict",
        ),
        (needed, {"rules_needed": needed["rules_needed"][:0]}, "one witness per rule"),
        (needed, {"rules_needed": needed["rules_needed"] * 2}, "one witness per rule"),
        (needed, {"rules_needed": [needed["solution"]]}, "the witness for rule 0"),
        (needed, {"rules_needed": ["2134431212433412"]}, "the witness for rule 0|breaks a cell"),
        (needed, {"rules_needed": ["1243342121344312"]}, "the witness for rule 0"),
        (several, {"complete": []}, "keys"),
        (several, {"proper": []}, "keys"),
        (several, {"denied": [3]}, "keys"),
    ):
        verdict = satdoku.verify(signed({**record, **changes}))
        assert verdict.outcome == "wrong", record
        assert any(part in verdict.problem for part in problem.split("|")), verdict.problem
