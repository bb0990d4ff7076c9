"""A classic sentence is all that a reader needs: from it, and the chains and lines below it, the
conclusion is proved again (see `tests.reading`), and no sentence says what is not so."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice

import pytest

import satdoku
from satdoku.logic.catalog.rules import by_name
from satdoku.logic.lessons.about import examples
from satdoku.logic.mistakes import state_of
from satdoku.logic.search.listing import steps_at
from satdoku.logic.step_text.sentences import sentence
from tests.marks import slow_but
from tests.reading.steps import faults_of_step

#: Puzzles of all difficulties; each seed gives others.
PUZZLES = (
    ".3...89.2..2....4.......567...76...34...53........485.96..3....28.41.6.......617.",
    "1.......252..7..49..9...5.....689......7.3....9.1.5.3.64..1..25.1.....7.9.......8",
    ".128..7...5.2...1.7...3.49..8.........6.8..5...5..4........1.698....2....4....1..",
    "3..2.5..........1...8.6.2.......76.4..93.....6...8..........92.5..1.4..6.7......5",
)
STEPS = 2000
#: Steps of a technique that are read at its own position.
EACH = 6
SHOWN = [name for name, at in examples().items() if name in by_name() and not at.options]
#: Names for several techniques or for more than players have a name for, each with one at whose
#: position they are read.
WIDER = {
    "avoidable rectangle": "avoidable rectangle type 1",
    "chain": "X-chain",
    "forcing chain": "forcing chain contradiction",
    "forcing chain verity": "forcing net contradiction",
    "general cover": "Franken X-wing",
    "grouped chain": "grouped X-chain",
    "hidden single": "hidden single in a box",
    "hidden single in a line": "hidden single in a box",
    "incomplete rectangle": "incomplete unique rectangle type 1",
    "kraken fish type 1": "kraken X-wing type 1",
    "kraken fish type 2": "kraken X-wing type 1",
    "locked candidates": "locked pair",
    "multi-colours": "multi-colours 1",
    "refutation": "refutation with locked candidates",
    "simple colours": "simple colours trap",
    "templates": "template set",
    "unique rectangle": "unique rectangle type 1",
}
#: Techniques of rules, which are read in `test_claims`, as equations (`tests.reading.equations`),
#: or as chains through rules by the judge of that name.
OF_RULES = {
    "chain through rules",
    "equal cells",
    "hidden single in a house",
    "polarity",
    "refutation in simple steps",
    "rule of 45",
    "rule of 45 with rules",
    "rule of 45 with several cells",
    "rule with few ways",
    "rule with many ways",
    "set equivalence with rules",
    "three rules together",
    "travelling set",
    "two rules together",
}
#: A smaller fish is always found first.
NEVER = {"leviathan"}
#: Names of Sudoku Explainer, whose steps have longer ones.
OF_EXPLAINER = [name for name in examples() if "forcing chain" in name and name not in by_name()]


def test_every_step_of_a_path_is_proved_again_from_its_words() -> None:
    seen, names, wrong = 0, set[str](), list[str]()
    more = (puzzle.line for puzzle in satdoku.generate(STEPS // 20, seed=41))
    for line in (*PUZZLES, *more):
        if seen >= STEPS:
            break
        for scale in ("se", "satdoku"):
            for position, step in satdoku.explain(line, scale=scale).positions():
                seen += 1
                names.add(step.name)
                text = sentence(position.theory, step)
                wrong += (f"{step.name}: {text}: {f}" for f in faults_of_step(position, step))
    assert seen >= STEPS and len(names) > 12
    assert not wrong, "\n".join(wrong[:9])


def test_the_sentences_of_every_technique_are_read() -> None:
    assert {*by_name()} == {*SHOWN, *WIDER, *OF_RULES, *NEVER}
    assert len(OF_EXPLAINER) == 7


@pytest.mark.parametrize("name", slow_but(WIDER, *sorted(WIDER)[::5]))
def test_the_steps_of_a_wider_name_are_proved_again_from_their_words(name: str) -> None:
    position = state_of(examples()[WIDER[name]].position).position
    found = list(islice(steps_at(position, name), EACH))
    assert found
    for step in found:
        faults = faults_of_step(position, step)
        assert not faults, f"{sentence(position.theory, step)}: {faults}"


@pytest.mark.parametrize("name", [*OF_EXPLAINER, "BUG"])
def test_the_steps_of_the_explainer_are_proved_again_from_their_words(name: str) -> None:
    puzzle = examples()[name].position
    explained = satdoku.explain(puzzle, scale="se", until=1, uniqueness=True)
    [position], [step] = zip(*explained.positions(), strict=True)
    assert not faults_of_step(position, step)
    if name == "BUG":
        assert "this one has one, so r9c9=7: r9c9<>1" in sentence(position.theory, step)


@pytest.mark.parametrize("name", slow_but(SHOWN, *SHOWN[::7]))
def test_the_steps_of_a_technique_are_proved_again_from_their_words(name: str) -> None:
    position = state_of(examples()[name].position).position
    found = list(islice(steps_at(position, name), EACH))
    assert found
    for step in found:
        faults = faults_of_step(position, step)
        assert not faults, f"{sentence(position.theory, step)}: {faults}"


@pytest.mark.parametrize(
    ("said", "made"),
    [
        ("only go in r2c4", "only go in r2c5"),
        ("all places for 8", "all places for 6"),
        ("6 and 9 can only go", "6 and 8 can only go"),
        ("r6c5, so nothing", "r4c5, so nothing"),
        ("if it is 5, r9c9 with 5 and 9", "if it is 5, r9c9 with 8 and 9"),
    ],
)
def test_the_reader_knows_a_false_sentence(said: str, made: str) -> None:
    puzzle = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."
    for position, step in satdoku.explain(puzzle).positions():
        text = sentence(position.theory, step)
        if said in text:
            assert not faults_of_step(position, step)
            assert faults_of_step(position, step, text.replace(said, made))
            return
    raise AssertionError(f"no step says {said!r}")


@pytest.mark.parametrize(
    ("name", "lacks"),
    [
        ("XY-wing", r"if it is \d, [^;.]*; "),
        ("Sue de Coq", r"in (?:row|column) \d, [^;]*; "),
        ("WXYZ-wing", r" \([^)]*\)|hold only [^:]*"),
        ("hidden rectangle", r"[Ii]n (?:row|column|box) \d, \d can only go in r\dc\d and r\dc\d"),
        ("death blossom", r"if it is \d, .*?\. "),
        ("finned X-wing", r", or in the fin r\dc\d"),
        ("fireworks", r", and in column \d, .*?\."),
        ("junior exocet", r"\d lies only in [^;]*; "),
    ],
)
def test_the_reader_misses_what_is_left_out(name: str, lacks: str) -> None:
    position = state_of(examples()[name].position).position
    missed = []
    for step in islice(steps_at(position, name), EACH):
        text = sentence(position.theory, step)
        shorter = re.sub(lacks, "", text)
        if shorter != text:
            missed.append(faults_of_step(position, replace(step, chains=()), shorter))
    assert any(missed)
