"""Formulas of one's own: random ones against brute force, every door, and what is refused."""

import json
import random
from dataclasses import replace

import pytest
from click.testing import CliRunner

import satdoku
from satdoku import Constraint, Layout, Puzzle, Theory
from satdoku.cli.main import cli
from satdoku.constraints import forms
from satdoku.constraints.evaluate import keeps
from satdoku.constraints.user_defined.formula import _Compiled
from satdoku.errors import LayoutError
from tests.marks import slow_but

SMALL = Layout.of_size(4)
GRIDS = [g.cells for g in satdoku.solutions(Puzzle((0,) * 16, SMALL), engine="dlx")]
ENGINES = ["minicard", "cpsat-integers", "native", "dlx", "cadical153"]


def number(rng, depth):
    """(text, its value on a grid) of a random number, fully bracketed."""
    kind = rng.choice(["cell", "number"] if depth == 0 else ["+", "-", "*", "mod", "f", "cell"])
    if kind == "cell":
        cell = rng.randrange(16)
        return SMALL.cell_name(cell), lambda g: g[cell]
    if kind == "number":
        n = rng.randint(0, 6)
        return str(n), lambda g: n
    if kind == "mod":
        (a, f), n = number(rng, depth - 1), rng.choice([2, 3, 5])
        if rng.random() < 0.5:
            return f"({a}) mod (-{n})", lambda g: f(g) % -n
        return f"({a}) mod {n}", lambda g: f(g) % n
    if kind == "f":
        name, function = rng.choice([("min", min), ("max", max), ("sum", sum), ("count", sum)])
        make = condition if name == "count" else number
        parts = [make(rng, depth - 1) for _ in range(rng.randint(1, 3))]
        text = ", ".join(a for a, _ in parts)
        return f"{name}({text})", lambda g: function([f(g) for _, f in parts])
    (a, f), (b, h) = number(rng, depth - 1), number(rng, depth - 1)
    return f"({a}) {kind} ({b})", {
        "+": lambda g: f(g) + h(g),
        "-": lambda g: f(g) - h(g),
        "*": lambda g: f(g) * h(g),
    }[kind]


def condition(rng, depth):
    """(text, whether it holds on a grid) of a random condition."""
    kind = rng.choice(["compare"] * 3 + ["and", "or", "not"]) if depth else "compare"
    if kind == "not":
        a, f = condition(rng, depth - 1)
        return f"not ({a})", lambda g: not f(g)
    make = number if kind == "compare" else condition
    (a, f), (b, h) = make(rng, max(0, depth - 1)), make(rng, max(0, depth - 1))
    if kind == "and":
        return f"({a}) and ({b})", lambda g: f(g) and h(g)
    if kind == "or":
        return f"({a}) or ({b})", lambda g: f(g) or h(g)
    sign, holds = rng.choice(
        [
            ("=", lambda x, y: x == y),
            ("<>", lambda x, y: x != y),
            ("<", lambda x, y: x < y),
            ("<=", lambda x, y: x <= y),
            (">", lambda x, y: x > y),
            (">=", lambda x, y: x >= y),
        ]
    )
    return f"{a} {sign} {b}", lambda g: holds(f(g), h(g))


@pytest.mark.parametrize("seed", slow_but(range(60), *range(20)))
def test_random_formulas_mean_what_python_means_by_them(seed):
    rng = random.Random(seed)
    text, holds = condition(rng, 3)
    while "r" not in text.replace("or", ""):
        text, holds = condition(rng, 3)
    layout = Layout.named(f"4x4+formula:'{text}'")
    assert Layout.named(layout.name) == layout
    wanted = {g for g in GRIDS if holds(g)}
    assert {g for g in GRIDS if keeps(g, layout.constraints[0], layout)} == wanted
    engine = ENGINES[seed % len(ENGINES)]
    found = [g.cells for g in satdoku.solutions(Puzzle((0,) * 16, layout), engine=engine)]
    assert len(found) == len(wanted) and set(found) == wanted


def test_the_state_of_the_automaton_never_forgets_what_matters():
    """Any word, not only those of a board: a cell after the other, against the value at once."""
    rng = random.Random(5)
    for _ in range(200):
        text, holds = condition(rng, 3)
        if "r" not in text.replace("or", ""):
            continue
        made = _Compiled(text, (0,), SMALL.places, (0, 1, 2, 3))
        for _ in range(10):
            grid = [rng.randrange(4) for _ in range(16)]
            node = made.root
            for cell in rng.sample(range(16), 16):
                node = made.values.after(node, cell, grid[cell])
            assert node.value == int(holds(grid)), text


@pytest.mark.parametrize(
    ("text", "python"),
    [
        ("1 < r1c1 < r1c2", lambda g: 1 < g[0] < g[1]),
        ("r1c1 - r1c2 - r1c3 = -3", lambda g: g[0] - g[1] - g[2] == -3),
        (
            "2 + r1c1 * r1c2 = 8 or r4c4 = 1 and r4c3 = 2",
            lambda g: 2 + g[0] * g[1] == 8 or (g[15] == 1 and g[14] == 2),
        ),
        ("not r1c1 = 1 and r1c2 = 2", lambda g: g[0] != 1 and g[1] == 2),
        ("- r1c1 * r1c2 + 3 ≥ -(r2c1)", lambda g: -g[0] * g[1] + 3 >= -g[4]),
        (
            "sum(r1c1..r4c4 * r4c1..r1c4) == 25",
            lambda g: sum(g[5 * i] * g[12 - 3 * i] for i in range(4)) == 25,
        ),
        (
            "COUNT([R1C1,r2c3,r4c4] = 2, r1c2 <> 3) != 1",
            lambda g: sum([g[0] == 2, g[6] == 2, g[15] == 2, g[1] != 3]) != 1,
        ),
        ("abs(r1c1 - r4c4) >= 2", lambda g: abs(g[0] - g[15]) >= 2),
        ("min(r1c1..r1c3 + r2c1..r2c3) > 3", lambda g: min(g[i] + g[4 + i] for i in range(3)) > 3),
        ("r1c1 > 4", lambda g: False),
        ("r1c1 < 5", lambda g: True),
    ],
)
def test_signs_bind_as_usual_and_ranges_stand_for_each_cell(text, python):
    layout = SMALL.with_constraints(f"formula:'{text}'")
    found = {g for g in GRIDS if keeps(g, layout.constraints[0], layout)}
    assert found == {g for g in GRIDS if python(g)}
    assert satdoku.count(Puzzle((0,) * 16, layout)) == len(found)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("r1c1 =", "character 7 of the formula .*expected a cell, .* not the end"),
        ("r1c1 ** 2 = 3", r"character 7 .*not '\*'"),
        ("r1c1 + 3", "character 1 .*: a number stands where a comparison is needed"),
        ("r1c1 / 2 = 1", "character 6 .*'/' cannot stand in a formula: multiply instead"),
        ("r9c9 = 1", "character 1 .*r9c9 is not a cell of this board"),
        ("sum(r1c1..r2c4) = 3", r"r1c1..r2c4 is not a straight line"),
        ("min(r1c1..r1c3 = 2", "character 5 .*a condition stands where a number"),
        ("min(r1c1..r1c3", "character 15 .*not the end"),
        ("r1c1..r1c3 = 3", "a range of cells can only stand inside min"),
        ("foo(r1c1) = 2", "'foo' is unknown"),
        ("r1c1 = 1 and 3", "character 14 .*a number stands"),
        ("(r1c1 = 1) + 2 = 3", "character 2 .*a condition stands where a number"),
        ("r1c1 mod (r1c2 - 2) = 1", "character 11 .*can be 0: it ranges over -1 to 2"),
        ("3 = 3", "it names no cell"),
        ("", "a cell, a number or a bracket, not the end"),
        ("r1c1 = 1 r1c2 = 2", "character 10 .*expected and, or or the end"),
        ("count(r1c1..r1c3 = r2c1..r2c2) = 1", "ranges of 2 and 3 cells do not match"),
        ("(" * 50 + "r1c1", "more than 40 deep"),
        ("not " * 50 + "r1c1 = 1", "more than 40 deep"),
        ("r1c1 = 1234567890", "over 9 digits"),
        ("r1c1 = 1" + " and r1c1 = 1" * 500, "over 5,000 characters"),
        ("r1c1 = # ", "'#' cannot stand"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_place(text, why):
    with pytest.raises(LayoutError, match=why):
        Theory.of(SMALL.with_constraints(f'formula:"{text}"'))


@pytest.mark.slow
def test_a_formula_that_is_too_large_names_its_ranges(monkeypatch):
    built = forms._built
    monkeypatch.setattr(
        forms,
        "_built",
        lambda cells, digits, reader: built(cells, digits, replace(reader, most=20_000)),
    )
    text = "r1c1*r2c2*r3c3 + r1c2*r2c3*r3c4 = r5c1*r6c2*r7c3 + r5c7*r6c8*r7c9"
    layout = Layout.named(f"9x9+formula:'{text}'")
    with pytest.raises(LayoutError, match=r"12 cells has over 20,000 .* ranges over 1 to 729"):
        Theory.of(layout)


def test_a_formula_with_cells_beside_it_or_of_other_length_is_refused():
    with pytest.raises(LayoutError, match="includes its cells"):
        SMALL.with_constraints("formula:'r1c1 = 1':r1c2")
    with pytest.raises(LayoutError, match="a formula for 1 cell, not 2"):
        Theory.of(SMALL.with_constraints(Constraint("formula", (0, 1), text="# = 1")))


@pytest.mark.parametrize("board", ["6x6", "9x9+from-0", "twodoku", "4x6", "5x5/latin"])
def test_other_boards_take_formulas(board):
    layout = Layout.named(board).with_constraints("formula:'r1c1 * r1c2 = r2c1 + r3c1 + 2'")
    assert Layout.named(layout.name) == layout
    grids = list(satdoku.solutions(Puzzle((0,) * layout.cell_count, layout), limit=3))
    low, at = layout.digits[0] - 1, layout.places.cell_at
    for grid in grids:
        a, b, c, d = (grid.cells[at(r, k)] + low for r, k in ((0, 0), (0, 1), (1, 0), (2, 0)))
        assert a * b == c + d + 2
    assert grids


RULES = (
    "4x4+formula:'r1c1 * r1c2 + r2c1 = 14'+or(formula:'r4c4 = max(r3c1,r3c2)'|formula:\"r3c4<2\")"
)


def test_every_command_takes_it():
    run = CliRunner()

    def said(*arguments):
        found = run.invoke(cli, [*arguments])
        assert found.exit_code == 0, found.output
        return found.output

    (puzzle,) = satdoku.generate(1, seed=3, layout=Layout.named(RULES), keep="proper")
    record = json.dumps({"puzzle": puzzle.line, "layout": puzzle.layout.name})
    assert satdoku.parse(record) == puzzle
    assert json.loads(said("solve", "--format", "json", record))["layout"] == puzzle.layout.name
    assert json.loads(said("count", "--format", "json", record))["count"] == 1
    assert "formula r1c1 * r1c2 + r2c1 = 14" in said("diagnose", record) + said("explain", record)
    assert "The formula r1c1 * r1c2 + r2c1 = 14 holds" in said("explain", record)
    assert "clauses of formula:'r1c1 * r1c2 + r2c1 = 14'" in said(
        "show", "--explain-theory", "--layout", RULES, puzzle.line
    )
    certificate = satdoku.certify(puzzle, ["proper"])
    assert satdoku.verify(certificate, layout=puzzle.layout).outcome == "right"
