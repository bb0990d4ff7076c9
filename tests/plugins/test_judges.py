"""The judges find what is wrong with kinds, techniques, formats and commands, and where."""

import json

import pytest

import satdoku
from tests.plugins.examples import code_of, run, run_here, write_examples

pytestmark = pytest.mark.room("selfchecking")

KIND = """
from satdoku import LayoutError
from satdoku.extensions import Kind
from satdoku.constraints.forms import Relation, Candidates, relation, sums
"""
#: By a name: what follows the imports, and what the judge must say.
KINDS = {
    "one_pair_missing": (
        """
def meaning(rule, board):
    a, b, c = rule.cells
    yield relation(a, b, board.digits, lambda d, e: d < e)

def holds(digits, numbers):
    return digits[0] < digits[1] < digits[2]

one_pair_missing = Kind("rising", "digits rise on {it}", cells=(3, 3), meaning=meaning, holds=holds)
""",
        "breaks the rule by its plain meaning, but the clauses allow it",
    ),
    "not_round_bends": (
        """
def meaning(rule, board):
    lines = [divmod(cell, board.size) for cell in rule.cells]
    for (r, c), (row, column) in zip(lines, lines[1:]):
        if abs(r - row) + abs(c - column) != 1:
            raise LayoutError("not a line")
    rows, columns = (set(line) for line in zip(*lines))
    if len(rows) == 1 or len(columns) == 1:
        for a, b in zip(rule.cells, rule.cells[1:]):
            yield relation(a, b, board.digits, lambda d, e: d < e)

def holds(digits, numbers):
    return all(d < e for d, e in zip(digits, digits[1:]))

not_round_bends = Kind("rising", "digits rise on {it}", cells=(3, 4), meaning=meaning, holds=holds)
""",
        "on 4x4+rising:r1c1,r1c2,r2c2, ",
    ),
    "wrong_on_six": (
        """
def meaning(rule, board):
    yield relation(*rule.cells, board.digits, lambda d, e: d + e != 11)

def holds(digits, numbers):
    return True if sum(digits) < 8 else sum(digits) != 10

wrong_on_six = Kind("no-ten", "{it} never add up to 10", cells=(2, 2), meaning=meaning, holds=holds)
""",
        "on 6x6+no-ten:",
    ),
    "too_strict": (
        """
def meaning(rule, board):
    yield from sums(rule.cells, [1] * len(rule.cells), rule.values[0] + 1)

def holds(digits, numbers):
    return sum(digits) == numbers[0]

too_strict = Kind("adds", "{it} add up to {0}", cells=(2, 3), values=(1, 1), meaning=meaning,
                  holds=holds)
""",
        "on 4x4+adds:",
    ),
    "empty": (
        """
empty = Kind("free", "anything", cells=(2, 2), meaning=lambda rule, board: (),
             holds=lambda digits, numbers: True)
""",
        "every full grid keeps it",
    ),
    "differs_in_sums": (
        """
def meaning(rule, board):
    yield from sums(rule.cells, [1, 1], rule.values[0])

def in_sums(rule, board):
    yield from sums(rule.cells, [1, 1], rule.values[0] + 1)

def holds(digits, numbers):
    return sum(digits) == numbers[0]

differs_in_sums = Kind("makes", "{it} make {0}", cells=(2, 2), values=(1, 1), meaning=meaning,
                       sums=in_sums, holds=holds)
""",
        "but its meaning in sums differs",
    ),
}


@pytest.mark.parametrize("name", KINDS)
def test_a_wrong_kind_is_reported_with_a_board(name, tmp_path):
    code, says = KINDS[name]
    (tmp_path / "own.py").write_text(KIND + code)
    done = run(tmp_path, "layouts", "--judge", f"own.py:{name}")
    assert done.returncode == 1
    assert " of own.py is wrong: " in done.stdout
    assert says in done.stdout


def test_a_kind_of_the_whole_board_is_judged_on_all_its_digits(tmp_path):
    (tmp_path / "own.py").write_text(
        KIND
        + """
def meaning(rule, board):
    yield relation(0, board.cell_count - 1, board.digits, lambda d, e: d != e)

corners = Kind("corners", "opposite corners differ", cells=(0, 0), meaning=meaning,
               holds=lambda digits, numbers: digits[0] != digits[-1])
"""
    )
    done = run(tmp_path, "layouts", "--judge", "own.py:corners", "--format", "json")
    record = json.loads(done.stdout)
    assert (done.returncode, record["fault"]) == (0, "")
    assert record["tried"] > 288
    told = run(tmp_path, "count", "--kind", "own.py:corners", "4x4+corners 1...............")
    assert int(told.stdout) < 72


def test_a_kind_without_a_plain_meaning_is_not_judged(tmp_path):
    (tmp_path / "own.py").write_text(
        KIND + "bare = Kind('bare', 'nothing', meaning=lambda rule, board: ())\n"
    )
    done = run(tmp_path, "layouts", "--judge", "own.py:bare")
    assert done.returncode == 2
    assert "give it holds" in done.stderr


TECHNIQUE = """
from satdoku.extensions import Finding, OwnTechnique

def guess(view):
    for cell in range(view.cells):
        if view.left[cell].bit_count() > 1:
            d = view.left[cell].bit_length() - 1
            yield Finding(denied=(view.v(cell, d),), bases=tuple(range(len(view.theory.clauses))))

def unproven(view):
    for cell in range(view.cells):
        if view.left[cell].bit_count() == 1:
            d = view.left[cell].bit_length() - 1
            other = (cell + 1) % view.cells
            yield Finding(asserted=(view.v(cell, d),), bases=tuple(view.cell_clauses(1 << other)))

def single(view):
    for cell in range(view.cells):
        if view.left[cell].bit_count() == 1:
            d = view.left[cell].bit_length() - 1
            yield Finding(asserted=(view.v(cell, d),), bases=tuple(view.cell_clauses(1 << cell)))

hasty = OwnTechnique("hasty guess", 1.0, guess)
gap = OwnTechnique("single with a gap", 1.0, unproven)
blind = OwnTechnique("blind", 1.0, lambda view: ())
lone = OwnTechnique("lone digit", 1.0, single, judge=lambda position, literal, cells: literal > 0)
denied = OwnTechnique("lone digit 2", 1.0, single, judge=lambda position, literal, cells: False)
"""


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("hasty", "contradicts the solution"),
        ("gap", "does not follow from the clauses it names"),
        ("blind", "it found nothing at "),
        ("denied", "its own judge does not confirm"),
    ],
)
def test_a_wrong_technique_is_reported_with_a_board(name, says, tmp_path):
    (tmp_path / "own.py").write_text(TECHNIQUE)
    done = run_here(tmp_path, "rules", "--judge", f"own.py:{name}")
    assert done.returncode == 1
    assert " of own.py is wrong: " in done.stdout
    assert says in done.stdout


def test_a_technique_with_a_judge_of_its_own_is_right_if_both_agree(tmp_path):
    (tmp_path / "own.py").write_text(TECHNIQUE)
    done = run_here(tmp_path, "rules", "--judge", "own.py:lone")
    assert done.returncode == 0
    assert "the technique lone digit of own.py is right in " in done.stdout


def test_a_wrong_step_ends_every_command_before_it_is_shown(tmp_path):
    (tmp_path / "own.py").write_text(TECHNIQUE)
    puzzle = "637.5.....41.2........34.......1...7.5.....2.....7964.........35....3.6.8....6.9."
    for command in ("explain", "rate", "hint", "steps"):
        done = run_here(tmp_path, command, puzzle, "--technique", "own.py:hasty")
        assert done.returncode == 2
        last = done.stderr.splitlines()[-1]
        assert last.startswith("satdoku: the technique 'hasty guess' of own.py is wrong at ")
        assert "hasty guess" not in done.stdout


def test_wrong_formats_are_reported_with_the_cell_or_rule(tmp_path):
    write_examples(tmp_path)
    _, code = code_of("formats")
    wrong = {
        "turned": (code.replace("map(str, puzzle.cells)", "map(str, puzzle.cells[::-1])"),
                   "is read as another puzzle: r"),
        "loses_total": (code.replace("(int(total),) if total else ()", "()"),
                        "is in only one of them"),
        "first_cage": (code.replace("for c in cages]", "for c in cages[:1]]"),
                       "is in only one of them"),
        "refuses": (code.replace('c.kind != "killer"', 'c.kind != "none"'),
                    "it claims rules, but refuses killer, "),
        "no_sizes": (code.replace('carries="rules"', 'carries="rules sizes"'), "it cannot hold "),
        "no_title": (code.replace('carries="rules"', 'carries="rules title"'),
                     "what is known beside the givens differs"),
        "unread": (code.replace("int(total)", "int(total) + 1"), "is in only one of them"),
    }  # fmt: skip
    for name, (text, says) in wrong.items():
        assert text != code, name
        (tmp_path / "wrong.py").write_text(text)
        done = run_here(tmp_path, "formats", "--judge", "wrong.py:cages")
        assert done.returncode == 1, (name, done.stderr)
        assert says in done.stdout, (name, done.stdout)


def test_a_format_that_only_writes_is_not_judged(tmp_path):
    (tmp_path / "own.py").write_text(
        "from satdoku.extensions import OwnFormat\n"
        "out = OwnFormat('out', 'lines', write=lambda puzzle: puzzle.line)\n"
    )
    done = run_here(tmp_path, "formats", "--judge", "own.py:out")
    assert done.returncode == 2
    assert "must both read and write" in done.stderr
    done = run_here(tmp_path, "solve", "1...............", "--from", "own.py:out")
    assert "the format 'out' writes, but does not read" in done.stderr


def test_wrong_commands_are_reported(tmp_path):
    (tmp_path / "own.py").write_text("def solve(words):\n    print(words)\n\nmine = solve\n")
    for name, says in (("mine", "it has no docstring"), ("solve", "satdoku has a command 'solve'")):
        done = run_here(tmp_path, "selfcheck", "--command", f"own.py:{name}")
        assert done.returncode == 1
        assert says in done.stdout


def test_only_things_of_the_users_are_judged():
    for judge, name in (
        (satdoku.extensions.judge_kind, "killer"),
        (satdoku.extensions.judge_technique, "X-wing"),
        (satdoku.extensions.judge_format, "line"),
    ):
        with pytest.raises(satdoku.extensions.PluginError, match="of your own"):
            judge(name)
