"""What is loaded from files and packages, what is not, and what is said when it fails."""

import json
import os
import signal
import subprocess

import pytest

import satdoku
from satdoku.extensions import PluginError, load_plugin
from tests.plugins.examples import LINE, NAMES, code_of, forget, run, run_here, write_examples
from tests.processes import COMMAND, NEVER, running

pytestmark = pytest.mark.room("selfchecking")

#: Leaves a mark wherever it is run.
EVIL = """
import os
open(os.path.join(os.path.dirname(__file__), "was-run"), "w").close()
"""
PROPER = "....43..1.....4."
HARD = "637.5.....41.2........34.......1...7.5.....2.....7964.........35....3.6.8....6.9."

FAILING = """
import sys
from satdoku import LayoutError
from satdoku.extensions import Finding, Kind, OwnFormat, OwnTechnique
from satdoku.constraints.forms import Candidates
from satdoku.constraints.placement import Placement

def late(rule, board):
    yield Candidates(rule.cells[0], frozenset(board.digits))
    raise KeyError("midway")

def leaves(rule, board):
    sys.exit("bye")

def refuses(rule, board):
    raise LayoutError("not here")

def beside(rule, board):
    yield Candidates(99, frozenset())

def numbers(digits, ends):
    raise OSError("no numbers")

kinds = [Kind(name, "x {it}", meaning=meaning) for name, meaning in
         (("late", late), ("leaves", leaves), ("refuses", refuses), ("beside", beside),
          ("texts", lambda rule, board: ["text"]), ("none", lambda rule, board: None))]
late, leaves, refuses, beside, texts, none = kinds
placed = Kind("placed", "x {it}", meaning=lambda rule, board: (), cells=(1, 1),
              placement=Placement("cell", numbers=numbers))
named = Kind("killer", "x", meaning=lambda rule, board: ())
house = Kind("diagonal", "x", meaning=lambda rule, board: ())
spaced = Kind("a b", "x", meaning=lambda rule, board: ())
ranged = Kind("ranged", "x", cells=3, meaning=lambda rule, board: ())
backwards = Kind("backwards", "x", cells=(5, 2), meaning=lambda rule, board: ())
unplaced = Kind("unplaced", "x", meaning=lambda rule, board: (), placement="line")
empty = Kind("empty", "x")
drawn = Kind("drawn", "x", meaning=late, draws="red")
number = 3

def find(view):
    yield Finding(denied=(view.v(0, 1),), bases=(0,)) if False else None

def slow(view):
    for cell in range(view.cells):
        raise ValueError("in the middle\\nof it")
        yield

silly = OwnTechnique("silly", 1.0, find)
raising = OwnTechnique("raising", 1.0, slow)
beyond = OwnTechnique("beyond", 1.0, lambda view: [Finding(denied=(10**6,))])
taken = OwnTechnique("x wing", 1.0, slow)
rated = OwnTechnique("rated", 99, slow)
misnamed = OwnTechnique("two\\nlines", 2.0, slow)

def boom(puzzle):
    raise RuntimeError("no ink")

unwritten = OwnFormat("unwritten", "x", write=boom, read=boom)
wordless = OwnFormat("wordless", "x", write=lambda puzzle: 3, read=lambda line: [line])
rows = OwnFormat("rows", "x", write=lambda puzzle: "1\\n2")
claims = OwnFormat("claims", "x", write=boom, carries="everything")
line = OwnFormat("line", "x", write=boom)
unnamed = OwnFormat("", "x", write=boom)
idle = OwnFormat("idle", "x")

def fails(words):
    "Fail."
    print("so far")
    raise LookupError(words[0])
"""


def say(done):
    """The last line on standard error, of a command that ends with status 2."""
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr
    return done.stderr.splitlines()[-1].removeprefix("satdoku: ")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("solve 4x4+late:r1c1_1............... --kind own.py:late",
         "the kind 'late' of own.py failed: KeyError: 'midway' (line 10)"),
        ("count 4x4+leaves:r1c1_1............... --kind own.py:leaves",
         "the kind 'leaves' of own.py failed: SystemExit: bye"),
        ("check 4x4+none:r1c1_1............... --kind own.py:none",
         "the kind 'none' of own.py failed: TypeError: 'NoneType' object is not iterable"),
        ("explain 4x4+beside:r1c1_1............... --kind own.py:beside",
         "the kind 'beside' of own.py: it names the cell 99"),
        ("solve 4x4+refuses:r1c1_1............... --kind own.py:refuses",
         "refuses:r1c1: not here"),
        ("generate --layout 4x4 --kind own.py:placed",
         "the kind 'placed' of own.py failed: OSError: no numbers"),
        ("solve 1............... --kind own.py:named",
         "the kind 'killer' of own.py needs another name: satdoku has one of that name"),
        ("solve 1............... --kind own.py:house",
         "the kind 'house' of own.py: it needs another name: satdoku has a rule 'diagonal'"),
        ("solve 1............... --kind own.py:spaced", "lower-case letters, digits and hyphens"),
        ("solve 1............... --kind own.py:ranged", "pairs (fewest, most), not 3"),
        ("solve 1............... --kind own.py:backwards", "pairs (fewest, most), not (5, 2)"),
        ("solve 1............... --kind own.py:unplaced", "expected Placement, got str"),
        ("solve 1............... --kind own.py:empty", "'empty' of own.py: it has no meaning"),
        ("show 1............... --kind own.py:drawn", "'drawn' of own.py: expected Outline"),
        ("solve 1............... --kind own.py:number",
         "the kind 'number' of own.py: expected Kind, got int"),
        ("solve 1............... --kind own.py:nothing",
         "cannot load own.py:nothing: own.py has no nothing"),
        ("solve 1............... --kind none.py:mountain", "cannot load none.py:mountain: FileNot"),
        ("solve 1............... --kind broken.py:x", "cannot load broken.py:x: SyntaxError: "),
        ("solve 1............... --kind killer", "'killer' is neither FILE.py:NAME nor a kind of "),
        (f"explain {HARD} --technique own.py:raising",
         "the technique 'raising' of own.py failed: ValueError: in the middle of it"),
        (f"rate {HARD} --technique own.py:raising", "the technique 'raising' of own.py failed: "),
        (f"steps {HARD} --technique own.py:silly",
         "the technique 'silly' of own.py: expected Finding, got NoneType"),
        (f"hint {HARD} --technique own.py:beyond",
         "'beyond' of own.py: it concludes about the variable 1000000: there is none"),
        (f"hint {HARD} --technique own.py:taken", "satdoku has a technique of that name"),
        (f"hint {HARD} --technique own.py:rated", "ratings are from 1 to 12"),
        (f"hint {HARD} --technique own.py:misnamed", "a name of one line without commas"),
        (f"convert {PROPER} --to own.py:unwritten",
         "the format 'unwritten' of own.py failed: RuntimeError: no ink"),
        (f"convert {PROPER} --to own.py:wordless",
         "the format 'wordless' of own.py: expected str, got int"),
        (f"convert {PROPER} --to own.py:rows", "wrote several lines for a puzzle: say whole=True"),
        ("generate --layout 4x4 --format own.py:unwritten", "the format 'unwritten' of own.py"),
        (f"solve {PROPER} --from own.py:unwritten",
         "the format 'unwritten' of own.py failed: RuntimeError: no ink"),
        (f"solve {PROPER} --from own.py:wordless", "'wordless' of own.py: expected Puzzle, got"),
        (f"convert {PROPER} --to own.py:claims", "'claims' of own.py: it carries everything"),
        (f"convert {PROPER} --to own.py:line", "satdoku has one of that name"),
        (f"convert {PROPER} --to own.py:unnamed", "it needs a name of one line"),
        (f"solve {PROPER} --from own.py:idle", "it neither writes nor reads"),
        (f"solve {PROPER} --from line", "satdoku's formats are recognised without --from"),
        ("own.py:fails here", "the command 'fails' of own.py failed: LookupError: here"),
        ("own.py:number", "the command 'number' of own.py: expected a function or a click.Command"),
        ("own.py:late", "the command 'late' of own.py: expected a function or a click.Command"),
        ("slip.py:x", "cannot load slip.py:x: NameError: name 'y' is not defined (line 2)"),
        ("own.py:nothing", "cannot load own.py:nothing: own.py has no nothing"),
    ],
)  # fmt: skip
def test_what_fails_is_named_in_one_line(arguments, says, tmp_path):
    (tmp_path / "own.py").write_text(FAILING)
    (tmp_path / "broken.py").write_text("x = (\n")
    (tmp_path / "slip.py").write_text("x = 1\nx = y\n")
    done = run_here(tmp_path, *(word.replace("_", " ") for word in arguments.split()))
    assert says in say(done)


def test_what_fails_in_a_worker_process_is_named_too(tmp_path):
    (tmp_path / "own.py").write_text(FAILING)
    (tmp_path / "puzzles.txt").write_text(f"{HARD}\n" * 4)
    done = run(tmp_path, "rate", "puzzles.txt", "--technique", "own.py:raising", "-j", "2")
    assert say(done) == (
        "the technique 'raising' of own.py failed: ValueError: in the middle of it (line "
        f"{1 + FAILING[: FAILING.index('raise ValueError')].count(chr(10))})"
    )


def test_a_line_that_a_format_does_not_read_is_named_or_skipped(tmp_path):
    write_examples(tmp_path)
    digits = "0" * 81
    (tmp_path / "new.txt").write_text(f"{digits}\n\n{digits[:-1]}\n{digits} 3=0,1\n")
    done = run(tmp_path, "convert", "new.txt", "--from", "cages.py:cages", "--to", "line")
    assert "the format 'cages' of cages.py failed: " in say(done) or "line 3" in say(done)
    (tmp_path / "own.py").write_text(
        "from satdoku import parse\n"
        "from satdoku.extensions import OwnFormat\n"
        "marked = OwnFormat('marked', 'x', read=lambda line: parse(line[1:]) if line[0] == '!' "
        "else None)\n"
    )
    (tmp_path / "lines.txt").write_text(f"!{PROPER}\nother\n!1234\n!{PROPER}\n")
    asked = ["count", "lines.txt", "--from", "own.py:marked"]
    done = run(tmp_path, *asked)
    assert say(done) == "lines.txt, line 2: this is not a puzzle in the format marked"
    done = run(tmp_path, *asked, "--on-error", "skip")
    assert done.stdout == "1\n1\n"
    assert "lines.txt, line 3: marked: no puzzle found" in done.stderr


@pytest.mark.room("serving")
def test_the_doors_for_data_load_no_file(tmp_path, monkeypatch):
    """What the server and its page ask of the workers, and what agents ask by MCP."""
    from satdoku.serving.operations import ASKED, PREFIX, TOOLS
    from satdoku.serving.pool.worker import RequestRefused, answer

    (tmp_path / "evil.py").write_text(EVIL)
    monkeypatch.chdir(tmp_path)
    name = "evil.py:x"
    options = (
        "rules", "until", "technique", "to", "kind", "layout", "scale", "level", "engine",
        "encoding", "format", "from", "also", "steps", "only", "without",
    )  # fmt: skip
    asked = [
        {"puzzle": f"4x4+{name}:r1c1 {PROPER}"},
        {"puzzle": {"puzzle": PROPER, "layout": f"4x4+{name}:r1c1"}},
        {"puzzle": {"puzzle": PROPER, "layout": "4x4", "constraints": [f"{name}:r1c1"]}},
        *({"puzzle": PROPER, option: name} for option in options),
        {"layout": "4x4", "kind": name},
        {"steps": f"{name}: r1c1=2", "puzzle": PROPER},
    ]
    refused = 0
    for operation in (*ASKED, *(PREFIX + tool for tool in TOOLS)):
        for given in asked:
            try:
                answer(operation, json.dumps(given))
            except RequestRefused as error:
                refused += 1
                assert "internal error" not in str(error)
    assert refused > 200
    assert not (tmp_path / "was-run").exists()


@pytest.mark.room("datasets")
@pytest.mark.parametrize(
    "setting",
    [
        'kinds = ["evil.py:x"]', 'layout = "4x4+evil.py:x:r1c1"', 'format = "evil.py:x"',
        'needs = ["evil.py:x"]', 'only = "evil.py:x"', 'technique = "evil.py:x"',
        'engine = "evil.py:x"', 'source = "evil.py:x"',
    ],
)  # fmt: skip
def test_a_recipe_loads_no_file(setting, tmp_path):
    (tmp_path / "evil.py").write_text(EVIL)
    layout = "" if setting.startswith("layout") else 'layout = "4x4"\n'
    (tmp_path / "recipe.toml").write_text(f"count = 1\nseed = 1\n{layout}{setting}\n")
    done = run(tmp_path, "dataset", "make", "recipe.toml", "-o", "made")
    assert say(done)
    assert not (tmp_path / "was-run").exists()


def test_puzzles_load_no_file(tmp_path):
    (tmp_path / "evil.py").write_text(EVIL)
    for text in (
        f"4x4+evil.py:x:r1c1 {PROPER}",
        f'{{"puzzle": "{PROPER}", "layout": "4x4+evil.py:x"}}',
    ):
        assert say(run(tmp_path, "solve", text))
    assert say(run(tmp_path, "explain", PROPER, "--only", "evil.py:x"))
    assert say(run(tmp_path, "explain", PROPER, "--rules", "evil.py:x"))
    assert not (tmp_path / "was-run").exists()


PACKAGE = "Metadata-Version: 2.1\nName: hills\nVersion: 1.2\n"
POINTS = """[satdoku.kinds]
mountain = hills.mountain:mountain
other = hills.mountain:mountain

[satdoku.techniques]
naked twins = hills.twins:twins

[satdoku.formats]
cages = hills.cages:cages

[satdoku.commands]
evens = hills.evens:evens
solve = hills.evens:evens

[satdoku.engines]
links = hills.engine:Links

[satdoku.encodings]
pairs = hills.engine:pairs
"""
ENGINE = """
from satdoku.backends.dlx import Dlx

class Links(Dlx):
    pass

def pairs(k, exactly_one):
    first = [[*range(1, k + 1)]] if exactly_one else []
    return first + [[-a, -b] for a in range(1, k + 1) for b in range(1, a)]
"""


@pytest.fixture
def site(tmp_path):
    """A folder with an installed package that has the examples of all pages."""
    site = tmp_path / "site"
    (site / "hills").mkdir(parents=True)
    (site / "hills" / "__init__.py").write_text(EVIL)
    (site / "hills" / "engine.py").write_text(ENGINE)
    for page in NAMES:
        name, code = code_of(page)
        (site / "hills" / name).write_text(code)
    info = site / "hills-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(PACKAGE)
    (info / "entry_points.txt").write_text(POINTS)
    (tmp_path / "puzzles.txt").write_text("....43..1.....4.\n")
    return site


def test_the_help_lists_installed_commands_and_imports_none(site, tmp_path):
    shown = run(tmp_path, "--help", path=[site]).stdout
    assert "Installed:\n  evens " in shown
    assert "From the package hills 1.2." in shown
    assert shown.count("hills") == 1  # satdoku's own `solve` comes first
    assert "  evens " in run(tmp_path, "help", path=[site]).stdout
    assert "Installed" not in run(tmp_path, "--help").stdout
    run(tmp_path, "solve", PROPER, path=[site])
    assert not (site / "hills" / "was-run").exists()
    told = run(tmp_path, "help", "evens", path=[site])
    assert "Count the even digits" in told.stdout
    assert (site / "hills" / "was-run").exists()


@pytest.mark.slow
def test_an_installed_package_works_by_names_alone(site, tmp_path):
    def answer(*arguments):
        done = run(tmp_path, *arguments, path=[site])
        assert done.returncode in (0, 1), done.stderr
        return done.stdout

    assert answer("evens", "puzzles.txt") == "8\n"
    assert answer("count", LINE) == "1\n"
    assert answer("count", LINE.partition(" ")[2], "--layout", LINE.partition(" ")[0]) == "1\n"
    assert "mountain" in answer("generate", "--kind", "mountain", "--layout", "4x4")
    assert "naked twins" in answer("steps", HARD, "--technique", "naked twins")
    assert "naked twins" in answer("explain", HARD, "--only", "singles,naked twins")
    killer = answer("generate", "--kind", "killer", "--seed", "1", "--format", "cages")
    (tmp_path / "new.txt").write_text(killer)
    assert answer("count", "new.txt", "--from", "cages") == "1\n"
    assert "killer" in answer("convert", "new.txt", "--from", "cages", "--to", "line")
    assert answer("count", PROPER, "--engine", "links") == "1\n"
    assert answer("count", PROPER, "--engine", "minisat22", "--encoding", "pairs") == "1\n"
    for command, name in (
        ("layouts", "mountain"), ("rules", "naked twins"), ("formats", "cages"),
    ):  # fmt: skip
        assert "of the package hills 1.2 is right in " in answer(command, "--judge", name)
    assert "is right in " in answer("selfcheck", "--command", "evens")


@pytest.mark.slow
def test_worker_processes_know_the_kinds_of_packages(site, tmp_path):
    how = ("generate", "--count", "2", "--kind", "mountain", "--layout", "4x4", "--seed", "1")
    alone = run(tmp_path, *how, "--jobs", "1", path=[site])
    shared = run(tmp_path, *how, "--jobs", "2", path=[site])
    assert "mountain" in shared.stdout, shared.stderr
    assert shared.stdout == alone.stdout


def test_an_entry_point_has_the_name_of_its_kind(site, tmp_path):
    done = run(tmp_path, "count", "4x4+other:r1c1-r1c4 1...............", path=[site])
    assert done.returncode == 2
    assert "the entry point 'other' of the package hills 1.2 is called 'mountain'" in done.stderr


def test_a_package_that_fails_is_named(site, tmp_path):
    (site / "hills" / "mountain.py").write_text("import no_such_module_at_all\n")
    (site / "hills" / "evens.py").write_text("def evens(words):\n    return 1 / 0\n")
    done = run(tmp_path, "count", LINE, path=[site])
    assert "cannot load mountain: ModuleNotFoundError: No module named" in say(done)
    done = run(tmp_path, "evens", path=[site])
    assert say(done) == (
        "the command 'evens' of the package hills 1.2 failed: ZeroDivisionError: division by zero"
    )


#: What never ends, in a file of the user's, and a command that runs it.
ENDLESS = """
from satdoku.extensions import Kind, OwnTechnique

def forever(*_):
    while True:
        pass

endless = Kind("endless", "x {it}", meaning=forever)
searching = OwnTechnique("searching", 1.0, forever)
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ["own.py:forever"],
        ["solve", "4x4+endless:r1c1 1...............", "--kind", "own.py:endless"],
        ["explain", "--time-limit", "1", "--technique", "own.py:searching", PROPER],
    ],
)
def test_what_never_ends_is_ended_by_ctrl_c(arguments, tmp_path):
    (tmp_path / "own.py").write_text(ENDLESS)
    with running([*COMMAND, *arguments], cwd=tmp_path, stderr=subprocess.PIPE) as process:
        assert process.stderr
        assert process.stderr.readline().startswith(b"satdoku: loaded the ")
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=NEVER)
    assert (process.returncode, said) == (130, b"satdoku: interrupted\n")


def test_a_path_names_a_file_too(tmp_path):
    write_examples(tmp_path)
    try:
        kind = load_plugin("kind", tmp_path / "mountain.py:mountain")
        assert satdoku.parse(LINE).layout.constraints[0].kind == kind.name == "mountain"
        with pytest.raises(PluginError, match=r"neither FILE\.py:NAME nor a kind"):
            load_plugin("kind", tmp_path / "mountain.py")
    finally:
        forget()


GROUP = """
import click

@click.group()
def tools():
    "Tools of mine."

@tools.command()
def polish():
    "Polish a puzzle."
    click.echo("polished")
"""


def test_a_group_of_the_users_shows_its_usage_as_click_does(tmp_path):
    (tmp_path / "own.py").write_text(GROUP)
    done = run(tmp_path, "own.py:tools")
    assert (done.returncode, done.stdout) == (2, "")
    loaded, *usage = done.stderr.splitlines()
    assert loaded == "satdoku: loaded the command tools from own.py"
    assert usage[0] == "Usage: satdoku own.py:tools [OPTIONS] COMMAND [ARGS]..."
    assert "  polish  Polish a puzzle." in usage
    assert run(tmp_path, "own.py:tools", "polish").stdout == "polished\n"


def test_puzzles_that_need_a_technique_from_a_file_are_generated(tmp_path):
    write_examples(tmp_path)
    how = ("generate", "--needs", "twins.py:twins", "--seed", "1", "--format", "line")
    made = run(tmp_path, *how).stdout
    rated = run(tmp_path, "explain", "--technique", "twins.py:twins", made)
    assert "naked twins" in rated.stdout
    without = [*how[:2], "naked pair", "--forbids", "twins.py:twins", *how[3:]]
    made = run(tmp_path, *without).stdout
    assert "naked twins" in run(tmp_path, "steps", "--technique", "twins.py:twins", made).stdout


def test_a_file_saved_twice_within_a_second_is_read_again(tmp_path):
    path = tmp_path / "own.py"
    for word in ("one", "two"):
        path.write_text(f'def tell(words):\n    """Tell."""\n    print("{word}")\n')
        os.utime(path, (10**9, 10**9))
        assert run(tmp_path, "own.py:tell").stdout == f"{word}\n"
