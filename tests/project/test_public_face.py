"""What the public functions take and return: one kind of argument for one thing, named types."""

import doctest
import inspect
import re
from functools import partial

import pytest

import satdoku
from tests.oracle import LECTURE

TEXT = "..1..23..4......"
PUZZLE = satdoku.parse(TEXT)
#: Types of parameters that take a puzzle as a Puzzle, as text and as a record.
ANY_PUZZLE = ("PuzzleLike", "Start")


def signatures(package):
    """(name, its signature) of the public functions, and of the public methods of public types.

    Types are made by their functions; only `Puzzle` is made by hand."""
    for name in package.__all__:
        value = getattr(package, name)
        if inspect.isfunction(value):
            yield name, inspect.signature(value)
        if not inspect.isclass(value):
            continue
        for member, method in inspect.getmembers(value, callable):
            public = not member.startswith("_") or (name, member) == ("Puzzle", "__init__")
            if public and str(getattr(method, "__module__", "")).startswith("satdoku"):
                yield f"{name}.{member}", inspect.signature(method)


SIGNATURES = dict([*signatures(satdoku), *signatures(satdoku.batch)])
PARAMETERS = [
    (name, parameter)
    for name, signature in SIGNATURES.items()
    for parameter in signature.parameters.values()
]


def test_a_layout_is_taken_by_itself_and_by_its_name():
    taken = [(n, p) for n, p in PARAMETERS if re.search(r"\bLayout\b", str(p.annotation))]
    assert len(taken) > 20
    assert not [
        f"{name}({parameter}): write Layout | str, and call as_layout"
        for name, parameter in taken
        if not re.search(r"\bLayout \| str\b", str(parameter.annotation))
    ]


def test_a_puzzle_is_taken_by_itself_as_text_and_as_a_record():
    taken = [(n, p) for n, p in PARAMETERS if "Puzzle" in str(p.annotation)]
    assert len(taken) > 20
    assert not [
        f"{name}({parameter}): write PuzzleLike, and call parse"
        for name, parameter in taken
        if re.search(r"\bPuzzle\b", str(parameter.annotation))
    ]


def same(answer):
    """An answer, or what an iterator yields, as something that can be compared."""
    return list(answer) if hasattr(answer, "__next__") else answer


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in satdoku.__all__
        if (signature := SIGNATURES.get(name))
        and next(iter(signature.parameters.values()), inspect.Parameter("_", 0)).annotation
        in ANY_PUZZLE
    ],
)
def test_the_same_puzzle_in_any_form_gets_the_same_answer(name):
    function = getattr(satdoku, name)
    forms = (PUZZLE, TEXT, PUZZLE.record(), satdoku.check(TEXT).record())
    answers = [same(function(form)) for form in forms]
    assert all(answer == answers[0] for answer in answers)


@pytest.mark.parametrize(
    "question",
    [
        satdoku.compare,
        satdoku.sheets,
        satdoku.documents,
        partial(satdoku.selfcheck, minutes=0),
        partial(satdoku.score_answers, [LECTURE]),
    ],
)
def test_many_puzzles_may_be_records_and_texts(question):
    kwargs = {"form": "svg"} if question in (satdoku.sheets, satdoku.documents) else {}
    if question is satdoku.compare:
        kwargs = {"engines": ["native"]}
    if kwargs.get("form"):
        pytest.importorskip("typst", reason="typst is not installed: .[print]")
    assert question([PUZZLE.record()], **kwargs)
    assert question([TEXT], **kwargs)


@pytest.mark.parametrize(
    "question",
    [
        lambda layout: satdoku.parse(TEXT, layout),
        lambda layout: satdoku.Puzzle([0] * 16, layout),
        lambda layout: satdoku.Puzzle.from_variables([1], layout),
        satdoku.random_grid,
        lambda layout: list(satdoku.parse_all(TEXT, layout)),
        satdoku.Theory.of,
        lambda layout: satdoku.Position.from_candidates([[1, 2, 3, 4]] * 16, layout),
        lambda layout: satdoku.export(layout=layout),
        satdoku.cnf_encodings,
        lambda layout: list(satdoku.generate(1, layout=layout)),
        lambda layout: satdoku.certify(TEXT, layout=layout).record(),
        lambda layout: satdoku.certify(TEXT, follows="r2c1=1", layout=layout).record(),
        lambda layout: satdoku.verify(satdoku.certify(TEXT), layout=layout),
        lambda layout: satdoku.batch.random_grids(2, layout=layout).tolist(),
        lambda layout: satdoku.hint(TEXT, layout=layout).record(),
        lambda layout: len(satdoku.compare([TEXT], ["native"], layout=layout).measurements),
    ],
)
def test_a_layout_and_its_name_get_the_same_answer(question):
    name = "4x4"
    answers = [question(layout) for layout in (name, satdoku.Layout.named(name))]
    if isinstance(answers[0], satdoku.Listing):
        answers = [answer.record() for answer in answers]
    assert answers[0] == answers[1]
    with pytest.raises(satdoku.LayoutError, match="expected a Layout or the name of one"):
        question(4)


@pytest.mark.parametrize(
    "value",
    [
        PUZZLE,
        PUZZLE.layout,
        satdoku.Theory.of("4x4"),
        satdoku.Theory.exact_cover([["a"]]),
        satdoku.position(TEXT),
        next(satdoku.solving_steps(TEXT)),
        satdoku.Sheet(),
        satdoku.engine("glucose4"),
        satdoku.engine("cpsat"),
        satdoku.engine("dlx", "4x4"),
        satdoku.Layout.named("4x4+killer:5:r1c1,r1c2").constraints[0],
        satdoku.available(TEXT),
        satdoku.canonical(TEXT),
        satdoku.export(TEXT),
        satdoku.drawing(TEXT),
        satdoku.hint(TEXT),
        satdoku.technique("X-wing"),
        satdoku.score_answer("1", TEXT),
        satdoku.true_candidates(TEXT),
        satdoku.verify(satdoku.certify(TEXT)),
        satdoku.outcome(TEXT),
        next(iter(satdoku.engines())),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_shows_what_it_is_on_one_line(value):
    kind = "engine" if isinstance(value, satdoku.Backend) else type(value).__name__
    assert kind in repr(value)
    assert " at 0x" not in repr(value)
    assert "\n" not in repr(value)


def test_a_certificate_is_verified_by_itself_by_its_line_and_by_its_record():
    certificate = satdoku.certify(TEXT)
    verdicts = [satdoku.verify(form) for form in (certificate, certificate.line)]
    assert [satdoku.verify(certificate.record())] * 2 == verdicts
    assert verdicts[0].outcome == "right"
    assert satdoku.verify({**certificate.record(), "solution": TEXT}).outcome == "wrong"


def has_example(name):
    """Whether a public function or class shows an example."""
    return ">>> " in (inspect.getdoc(getattr(satdoku, name)) or "")


def test_every_public_function_and_class_shows_an_example():
    """The examples are run with the doctests. A record is described by its schema."""
    shown = [
        name
        for name in satdoku.__all__
        if inspect.isroutine(getattr(satdoku, name)) or inspect.isclass(getattr(satdoku, name))
        if not name.endswith("Record")
    ]
    assert len(shown) > 90
    without = [name for name in shown if not has_example(name)]
    assert not without, f"add an example (>>> …) to the docstrings of {', '.join(without)}"


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in satdoku.__all__
        if getattr(getattr(satdoku, name), "__module__", "") == "satdoku"
    ],
)
def test_the_examples_of_errors_run(name):
    """Doctest passes over classes that are shown as another module's."""
    [example] = doctest.DocTestFinder(recurse=False).find(getattr(satdoku, name), name)
    assert doctest.DocTestRunner().run(example).failed == 0


def test_a_layout_given_for_a_hint_and_a_comparison_is_that_of_the_puzzle():
    assert satdoku.hint("1...............", layout="4x4+diagonal").puzzle.layout.name == (
        "4x4+diagonal"
    )
    with pytest.raises(satdoku.LayoutError, match="'odd' is not a layout"):
        satdoku.hint(TEXT, layout="odd")
    with pytest.raises(satdoku.LayoutError, match="'odd' is not a layout"):
        satdoku.compare([TEXT], ["native"], layout="odd")


def test_the_methods_that_rooms_add_are_listed_and_suggested():
    assert {"solve", "steps", "to", "diagnose", "certify"} <= set(dir(PUZZLE))
    assert all(hasattr(PUZZLE, name) for name in dir(PUZZLE))
    with pytest.raises(AttributeError, match="no attribute 'solv'") as caught:
        PUZZLE.solv  # noqa: B018
    assert (caught.value.name, caught.value.obj) == ("solv", PUZZLE)


@pytest.mark.parametrize(
    "question", [satdoku.levels, satdoku.technique, satdoku.techniques, satdoku.schema]
)
def test_a_name_that_is_no_text_is_refused(question):
    with pytest.raises(satdoku.PuzzleError, match=r"expected a name \(.*\), got .* type int"):
        question(5)


def test_one_of_a_thing_is_written_without_an_s():
    single = "1..............."
    assert repr(satdoku.drawing(single)) == "<Drawing of 4x4: 1 clue>"
    assert repr(satdoku.diagnose(single)) == "<Diagnosis 4x4: 1 given, several solutions>"
    assert repr(satdoku.compare([TEXT], ["native"])) == (
        "<Comparison of 1 contender on 1 puzzle: 1 measurement, 0 differences>"
    )
