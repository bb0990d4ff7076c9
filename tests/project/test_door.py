"""The Python door: every command has its twin in `satdoku`, and answers tell themselves."""

import inspect
import json
import re
from pathlib import Path

import pytest

import satdoku
from satdoku.cli.commands import COMMANDS
from satdoku.operations import solving
from tests.oracle import LECTURE

#: The twin of a command, where its name is another one; None where it has no answer to give.
TWINS = {
    "canon": "canonical",
    "encodings": "cnf_encodings",
    "formats": "puzzle_formats",
    "print": "sheets",
    "read": "read_picture",
    "book": "make_book",
    "dataset audit": "audit",
    "dataset make": "make_dataset",
    "dataset score": "score_answer",
    "mcp": None,
    "serve": None,
    "publish": None,
    "help": None,
    "completion": None,
    "show": "drawing",
    "shuffle": "shuffled",
    "rules": "techniques",
    "steps": "available",
}
#: The rows of the table of twins in docs/python.md: (commands, functions).
TABLE = [
    [set(re.findall(r"`([^`]+)`", cell)) for cell in line.split("|")[1:3]]
    for line in (Path(__file__).parents[2] / "docs" / "python.md").read_text().splitlines()
    if line.startswith("| `")
]
SEVERAL = "12..34.........."


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_twin(command):
    name = TWINS.get(command, command.replace("-", "_"))
    if name is None:
        return
    assert name in satdoku.__all__, (
        f"`{command}` has no function satdoku.{name}: add it to NAMES of satdoku/__init__.py or to "
        "the record of its room, or the other name (None: no answer to give) to TWINS here"
    )
    twin = getattr(satdoku, name)
    assert callable(twin)
    assert twin.__doc__
    assert any(command in commands and name in twins for commands, twins in TABLE), (
        f"add a row with `{command}` and `{name}` to the table of docs/python.md"
    )


#: Functions that take the board of a puzzle from elsewhere.
OTHER_BOARDS = {
    "score_answer": "from the row of the data set",
    "score_answers": "from the rows of the data set",
}


@pytest.mark.parametrize("name", [*satdoku.__all__])
def test_what_takes_a_puzzle_takes_its_board(name):
    function = getattr(satdoku, name)
    if not inspect.isfunction(function) or name in OTHER_BOARDS:
        return
    parameters = inspect.signature(function).parameters
    if any("PuzzleLike" in str(one.annotation) for one in parameters.values()):
        assert "layout" in parameters, f"docs/python.md promises satdoku.{name}(…, layout=…)"


def test_steps_are_verified_on_a_board_that_is_named():
    line = "hidden single: r2c1=1"
    found = satdoku.verify_steps(line, "..1..23..4......", layout="4x4+diagonal")
    assert found.puzzle.layout == satdoku.Layout.named("4x4+diagonal")
    assert found.ok


@pytest.mark.parametrize("name", satdoku.__all__)
def test_public_names_read_well(name):
    value = getattr(satdoku, name)
    if not inspect.isfunction(value) and not inspect.isclass(value):
        return
    assert value.__module__.startswith("satdoku")
    if inspect.isfunction(value):
        for parameter in inspect.signature(value).parameters.values():
            assert len(str(parameter)) < 100, f"name the type of {parameter.name}: it is too long"


@pytest.mark.parametrize(
    "answer",
    [
        lambda: satdoku.outcome(LECTURE),
        lambda: satdoku.check(LECTURE),
        lambda: satdoku.explain(LECTURE),
        lambda: satdoku.hint(LECTURE),
        lambda: satdoku.rate(LECTURE),
        lambda: satdoku.diagnose(SEVERAL),
        lambda: satdoku.certify(LECTURE),
        lambda: satdoku.verify(satdoku.certify(LECTURE)),
        lambda: satdoku.canonical(LECTURE),
        satdoku.engines,
        satdoku.techniques,
        satdoku.levels,
        satdoku.layouts,
        satdoku.cnf_encodings,
        satdoku.puzzle_formats,
        lambda: satdoku.verify_steps("r1c1=3", SEVERAL),
    ],
)
def test_answers_tell_themselves(answer):
    value = answer()
    json.dumps(value.record())
    assert value.text().strip()
    assert not value.text().endswith("\n")
    assert "\n" not in repr(value)
    assert len(repr(value)) <= 160


def test_text_is_a_puzzle_wherever_one_is_wanted():
    puzzle = satdoku.parse(LECTURE)
    for question in (satdoku.solve, satdoku.count, satdoku.is_proper, satdoku.minimize):
        assert question(LECTURE) == question(puzzle)


@pytest.mark.parametrize("wrong", [[5, 3, 0], None, b"53..7....", 3, {}, object(), [], [object()]])
def test_what_is_not_text_is_refused_in_one_line(wrong):
    for function in (satdoku.parse, satdoku.solve, satdoku.check, satdoku.count, satdoku.rate):
        with pytest.raises(satdoku.PuzzleError, match="expected a Puzzle or text, got"):
            function(wrong)


@pytest.mark.room("printing", "research")
@pytest.mark.parametrize(
    ("ask", "expected"),
    [
        (lambda: satdoku.rules_of("9x9+diagonal"), "'9x9.diagonal' is not a Layout: Layout.named"),
        (lambda: satdoku.Layout.named(5), "a layout is named by a text"),
        (lambda: satdoku.engine(5), "an engine is named by a text"),
        (lambda: satdoku.solve(LECTURE, engine=5), "an engine is named by a text"),
        (lambda: satdoku.compare(5), "expected a list of puzzles, or a text with some, got"),
        (lambda: satdoku.sheets(None), "expected a list of puzzles, or a text with some, got None"),
        (lambda: satdoku.make_book("abc"), "chapters 'abc': expected a list of dictionaries"),
        (lambda: satdoku.make_book([5]), "chapter 1, 5: expected a dictionary"),
        (lambda: satdoku.make_book([{"puzzles": 5}]), "expected a list of puzzles"),
        (lambda: satdoku.parse(LECTURE).to("csv"), "csv is a table .*satdoku convert -o FILE.csv"),
    ],
)
def test_values_of_wrong_types_are_refused_in_one_line(ask, expected):
    with pytest.raises(satdoku.SatdokuError, match=expected) as caught:
        ask()
    assert "\n" not in str(caught.value)


def test_what_is_no_certificate_is_wrong():
    for value in (None, 5):
        verdict = satdoku.verify(value)
        assert (verdict.outcome, verdict.problem) == (
            "wrong",
            f"it is not a certificate but {value}",
        )


def test_lines_that_are_not_text_are_refused():
    with pytest.raises(satdoku.PuzzleError, match="type int"):
        list(satdoku.parse_all([1, 2]))
    with pytest.raises(satdoku.PuzzleError, match="type Puzzle"):
        list(satdoku.parse_all(satdoku.parse(SEVERAL)))


def test_a_puzzle_is_a_sequence_of_digits():
    puzzle = satdoku.parse("1..4............", satdoku.Layout.of_size(4))
    assert len(puzzle) == 16
    assert list(puzzle) == list(puzzle.cells)
    assert (puzzle[0], puzzle["r1c4"], puzzle[-1]) == (1, 4, 0)
    with pytest.raises(IndexError, match="the board has 16"):
        puzzle[16]
    with pytest.raises(satdoku.PuzzleError, match="r5c1"):
        puzzle["r5c1"]


def test_a_puzzle_takes_the_whole_numbers_of_any_library():
    numpy = pytest.importorskip("numpy")
    board = numpy.array([1, 0, 0, 4] + [0] * 12, numpy.uint8)
    assert satdoku.Puzzle(board, satdoku.Layout.of_size(4)).line == "1..4............"
    assert satdoku.Puzzle(board.reshape(4, 4), "4x4").line == "1..4............"
    with pytest.raises(satdoku.PuzzleError, match=r"r1c1 holds 1\.5: a cell needs a whole number"):
        satdoku.Puzzle(board + 0.5, "4x4")


def test_time_limits_of_solving_and_counting():
    for function in (satdoku.solve, satdoku.solution, satdoku.is_proper):
        with pytest.raises(satdoku.TimeLimitReached):
            function("." * 625, time_limit=0.01)
    for seconds in (1, 4, 16, 64):  # a busy machine may find none in the first
        with pytest.raises(satdoku.TimeLimitReached) as reached:
            satdoku.count("1" + "." * 80, time_limit=seconds)
        if reached.value.found:
            break
    assert reached.value.found > 0


#: A JSON Schema may be any object, and the key of a list's rows is the name of the list.
ANY = ("schema", "Listing")


@pytest.mark.parametrize("package", [satdoku, satdoku.batch])
def test_every_type_that_a_public_function_returns_has_a_public_name(package):
    missing = []
    known = {*package.__all__, *satdoku.__all__, *satdoku.records.__all__}
    for name in package.__all__:
        function = getattr(package, name)
        function = getattr(function, "record", function)
        if not inspect.isfunction(function):
            continue
        assert "dict[str, Any]" not in str(function.__annotations__["return"]) or name in ANY, (
            f"{name}: return a TypedDict"
        )
        home = inspect.getmodule(function.__code__)
        for word in re.findall(r"[A-Z]\w+", str(function.__annotations__.get("return"))):
            found = getattr(home, word, None)
            is_ours = getattr(found, "__module__", "").startswith("satdoku")
            if is_ours and word not in known:
                missing.append(
                    f"{word}: add it to NAMES of {package.__name__}, or to the record of its room"
                )
    assert not missing, "\n".join(missing)


def test_an_engine_stays_open_within_its_block_and_by_its_name():
    puzzles = list(satdoku.generate(20, seed=5))
    with satdoku.engine("glucose4") as engine:
        assert repr(engine) == "<engine glucose4 for 9x9>"
        kept = [satdoku.solution(puzzle, engine=engine) for puzzle in puzzles]
        assert engine.statistics.calls >= 20
    assert [satdoku.solution(puzzle, engine="glucose4") for puzzle in puzzles] == kept
    assert [satdoku.solve(puzzle, engine="glucose4") for puzzle in puzzles] == kept
    questions = (satdoku.solve, satdoku.outcome, lambda *a, **b: list(satdoku.solutions(*a, **b)))
    first = [question(SEVERAL, engine="glucose4") for question in questions]
    for text in ("12..34.......4..", "1...............", SEVERAL):
        satdoku.count(text, engine="glucose4")
    again = [question(SEVERAL, engine="glucose4") for question in questions]
    assert again == first  # whatever was asked before
    with pytest.raises(satdoku.SatdokuError, match="nonsense"):
        satdoku.engine("glucose4", "4x4", encoding="nonsense")


@pytest.mark.parametrize("name", ["solve", "solution", "is_proper", "outcome", "count", "check"])
def test_a_loop_of_calls_by_name_opens_one_engine(name, monkeypatch):
    opened = []
    real = solving.open_backend
    monkeypatch.setattr(solving, "open_backend", lambda *a: opened.append(a) or real(*a))
    for puzzle in satdoku.generate(5, seed=3, layout="4x4+diagonal"):
        getattr(satdoku, name)(puzzle, engine="cadical195")
    assert len(opened) <= 1


def test_callbacks_have_one_name():
    others = [
        f"{name}({parameter.name}): call it progress"
        for name in satdoku.__all__
        if inspect.isfunction(function := getattr(satdoku, name))
        for parameter in inspect.signature(function).parameters.values()
        if "Callable" in str(parameter.annotation) and parameter.name != "progress"
    ]
    assert not others, "\n".join(others)
