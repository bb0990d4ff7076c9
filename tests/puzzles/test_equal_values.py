"""Equal means equal: what a public name answers is equal to itself after pickle, deepcopy and a
second call, and errors are one family that survives the same."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import satdoku
from satdoku import Layout
from tests.rooms import FOLDERS, lacking

PROPER, SEVERAL, NONE = "..1..23..4......", "12..34..........", "11.............."
HARD = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."
CAGE = satdoku.parse("1...............", Layout.named("4x4+killer:5:r1c1,r1c2"))
MODEL = "v " + " ".join(map(str, satdoku.solution(PROPER).givens)) + " 0\n"
#: By public name, calls whose answers are values.
ANSWERS: dict[str, list[Callable[[], Any]]] = {
    "Constraint": [lambda: Layout.named(CAGE.layout.name).constraints[0]],
    "Layout": [lambda: Layout.named("6x6+diagonal+killer:5:r1c1,r1c2", "ABCDEF")],
    "Puzzle": [lambda: satdoku.Puzzle(CAGE.cells, CAGE.layout)],
    "Sheet": [lambda: satdoku.Sheet(per_page=4)],
    "Theory": [
        lambda: satdoku.Theory.of(CAGE.layout),
        lambda: satdoku.Theory.of(Layout.of_size(4)),
        lambda: satdoku.Theory.exact_cover([["a"], ["a", "b"]], ["b"]),
    ],
    "available": [lambda: satdoku.available(HARD)],
    "canonical": [lambda: satdoku.canonical(PROPER)],
    "certify": [
        lambda: satdoku.certify(PROPER, ["proper", "irreducible", "logic"]),
        lambda: satdoku.certify(HARD),
    ],
    "check": [lambda: satdoku.check(PROPER), lambda: satdoku.check(NONE)],
    "convert": [
        lambda: satdoku.convert(PROPER, "iss"),
        *(partial(satdoku.convert, CAGE, f"{form}-link") for form in ("iss", "fpuzzles")),
        lambda: satdoku.convert(CAGE, "sudokupad-link"),
    ],
    "count": [lambda: satdoku.count(SEVERAL)],
    "decode": [lambda: satdoku.decode(MODEL, layout=Layout.of_size(4))],
    "diagnose": [partial(satdoku.diagnose, text) for text in (PROPER, SEVERAL, NONE)],
    "drawing": [lambda: satdoku.drawing(PROPER)],
    "cnf_encodings": [lambda: satdoku.cnf_encodings(Layout.of_size(4))],
    "judge_encoding": [lambda: satdoku.judge_encoding("pairwise", Layout.of_size(4))],
    "engines": [satdoku.engines],
    "explain": [lambda: satdoku.explain(HARD), lambda: satdoku.explain(CAGE)],
    "export": [lambda: satdoku.export(PROPER, "dimacs")],
    "puzzle_formats": [satdoku.puzzle_formats],
    "generate": [lambda: list(satdoku.generate(2, seed=1))],
    "hint": [
        lambda: satdoku.hint(HARD), lambda: satdoku.hint(PROPER, entries="2..............."),
    ],
    "is_proper": [lambda: satdoku.is_proper(PROPER)],
    "layouts": [satdoku.layouts],
    "levels": [satdoku.levels],
    "minimize": [lambda: satdoku.minimize("1234341221434321")],
    "outcome": [
        lambda: satdoku.outcome(satdoku.parse(PROPER)),
        lambda: satdoku.outcome(satdoku.parse(SEVERAL)),
        lambda: satdoku.outcome(satdoku.parse(NONE)),
    ],
    "Position": [lambda: satdoku.Position.of(CAGE)],
    "position": [lambda: satdoku.position(HARD)],
    "parse": [lambda: satdoku.parse(HARD)],
    "parse_all": [lambda: list(satdoku.parse_all(f"{PROPER}\n{SEVERAL}"))],
    "random_grid": [lambda: satdoku.random_grid(seed=1)],
    "rate": [lambda: satdoku.rate(HARD)],
    "rules_of": [lambda: list(satdoku.rules_of(CAGE.layout))],
    "schema": [lambda: satdoku.schema("check")],
    "score_answer": [lambda: satdoku.score_answer("2", PROPER)],
    "score_answers": [lambda: satdoku.score_answers(["2"], [PROPER])],
    "selfcheck": [lambda: satdoku.selfcheck([PROPER], checks=["text"])],
    "shuffled": [lambda: satdoku.shuffled(PROPER, seed=1)],
    "solution": [lambda: satdoku.solution(PROPER)],
    "minimal_puzzles": [lambda: list(satdoku.minimal_puzzles(PROPER))],
    "solutions": [lambda: list(satdoku.solutions(SEVERAL))],
    "solve": [lambda: satdoku.solve(PROPER)],
    "solving_steps": [lambda: list(satdoku.solving_steps(HARD))],
    "technique": [lambda: satdoku.technique("X-wing")],
    "techniques": [satdoku.techniques],
    "true_candidates": [lambda: satdoku.true_candidates(SEVERAL)],
    "verify": [lambda: satdoku.verify(satdoku.certify(PROPER)), lambda: satdoku.verify("{}")],
    "verify_steps": [lambda: satdoku.verify_steps(satdoku.explain(PROPER))],
}  # fmt: skip
if lacking():
    ANSWERS = {name: calls for name, calls in ANSWERS.items() if name in satdoku.__all__}
ERRORS = {
    name: getattr(satdoku, name)
    for name in satdoku.__all__
    if isinstance(getattr(satdoku, name), type) and issubclass(getattr(satdoku, name), Exception)
}
#: Names that are compared elsewhere, or answer nothing: modules, types of parameters, folders,
#: files, pictures, arrays, times and the cluster.
OTHERS = {
    "OPERATIONS", "PuzzleLike", "Start", "environment", "extensions", "records",
    "audit", "batch", "candidates_before", "compare", "documents", "make_book", "make_dataset",
    "read_picture", "register_encoding", "register_engine",
    "engine", "on_cluster", "score_placements", "sheets", "trace",
}  # fmt: skip
#: The types of answers, which are compared where they are answered.
TYPES = {name for name in satdoku.__all__ if isinstance(getattr(satdoku, name), type)}


@pytest.mark.room(*FOLDERS)
def test_every_public_name_is_in_the_table():
    assert {*ANSWERS, *ERRORS, *OTHERS} | TYPES == set(satdoku.__all__)


@pytest.mark.slow_cases("available")
@pytest.mark.parametrize("name", ANSWERS)
def test_answers_are_equal_after_pickle_deepcopy_and_a_second_call(name):
    for call in ANSWERS[name]:
        answer = call()
        others = [call(), pickle.loads(pickle.dumps(answer)), copy.deepcopy(answer)]
        assert all(other == answer for other in others)
        if not isinstance(answer, list | dict):
            assert {hash(other) for other in others} == {hash(answer)}


def test_answers_to_different_questions_differ():
    for name in ("certify", "check", "diagnose", "explain", "outcome", "Theory", "verify"):
        answers = [call() for call in ANSWERS[name]]
        assert all(a != b for k, a in enumerate(answers) for b in answers[k + 1 :]), name


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("ParseError", lambda: satdoku.parse("12\n345")),
        ("LayoutError", lambda: Layout.named("nonsense")),
        ("PuzzleError", lambda: satdoku.Puzzle((1,), Layout.of_size(4))),
        ("TheoryError", lambda: satdoku.Theory.exact_cover([["a"]], ["a"])),
        ("Inconsistency", lambda: satdoku.explain(NONE)),
        ("EncodingError", lambda: satdoku.export(PROPER, "dimacs", encoding="none")),
        ("DecodeError", lambda: satdoku.decode("what?")),
        ("EngineError", lambda: satdoku.solve(PROPER, engine="none")),
        ("TimeLimitReached", lambda: satdoku.certify(HARD, time_limit=1e-9)),
        ("PuzzleError", lambda: satdoku.certify(SEVERAL)),
        ("ParseError", lambda: satdoku.verify_steps("=> r1c1=5")),
        pytest.param(
            "ParseError",
            lambda: satdoku.score_answer("1", {}),
            marks=pytest.mark.room("datasets"),
        ),
    ],
)
def test_errors_are_one_family_that_survives_pickle_and_deepcopy(name, call):
    with pytest.raises(ERRORS[name]) as raised:
        call()
    error = raised.value
    assert isinstance(error, satdoku.SatdokuError) and "\n" not in str(error)
    for other in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
        assert type(other) is type(error) and str(other) == str(error)
        assert vars(other) == vars(error) and other.args == error.args


def test_all_errors_are_of_the_family():
    assert all(issubclass(error, satdoku.SatdokuError) for error in ERRORS.values())
