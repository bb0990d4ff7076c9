"""A sentence shows what its step rests on: its cells and digits are read back from the text and
compared with the step's evidence."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import satdoku
from satdoku.logic.available import available
from satdoku.logic.catalog.names import by_name
from satdoku.logic.lessons.about import examples
from satdoku.logic.position import Position
from satdoku.logic.starting import position_of, state_of
from satdoku.logic.step_text.proof_texts import step_lines
from satdoku.logic.step_text.sentences import sentence
from satdoku.logic.steps import LogicStep, ProofLine
from tests.sentences import Board, houses_of

BOARD = Board({}, {})
#: Steps of puzzles that are read: by day, and by night.
FEW, MANY = 500, 20_000


def text_of(position: Position, step: LogicStep) -> str:
    return "\n".join([sentence(position.theory, step), *step_lines(position.theory, step)])


def inside(lines: tuple[ProofLine, ...]) -> Iterator[int]:
    for line in lines:
        yield line.variable
        yield from inside(line.inner)


def evidence_of(position: Position, step: LogicStep) -> set[int]:
    """The candidates that the step concludes about, or that are in what it names."""
    found = {*step.asserted, *step.denied}
    found |= {v for clause in step.clauses for v in position.theory.members[clause]}
    found |= {v for node in step.nodes for v in node}
    found |= {v for _, held in step.roles for v in held}
    found |= {abs(line.literal) for branch in step.branches for line in branch}
    found |= {
        v
        for branch in step.branches
        for line in branch
        for c in line.clauses
        for v in position.theory.members[c]
    }
    found |= {*inside(step.proof)} - {0}
    return found


def shown_by(step: LogicStep) -> set[int]:
    """The candidates of the pattern itself: each must be in the text."""
    found = {v for node in step.nodes for v in node}
    found |= {v for _, held in step.roles for v in held}
    return found | {abs(branch[k].literal) for branch in step.branches for k in (0, -1)}


def faults(position: Position, step: LogicStep) -> list[str]:
    """What the text names that the step does not rest on, and what of the pattern it leaves out."""
    text, layout = text_of(position, step), position.layout

    def cells_of(variables: set[int]) -> set[tuple[int, int]]:
        at = (layout.places.place(layout.cell_and_digit(v)[0]) for v in variables)
        return {(r + 1, c + 1) for r, c in at}

    named = {*BOARD.cells_of(text)}
    houses = {cell for house in houses_of(text.lower()) for cell in BOARD.house(house)}
    wrong = []
    if step.name == "set equivalence":  # its sets are houses; it rests on clauses of one digit
        named -= houses
    if step.name.startswith("avoidable"):  # the other corners hold digits that were placed
        places = position.layout.places
        held = (places.place(c) for c in range(81) if position.digit_in(c))
        named -= {(r + 1, c + 1) for r, c in held}
    of_rules = set[tuple[int, int]]()
    if step.equation:  # rules are named by all of their cells
        cells = {cell for rule in layout.constraints for cell in rule.cells}
        of_rules = {(r + 1, c + 1) for r, c in map(layout.places.place, cells)}
    if more := named - of_rules - cells_of(evidence_of(position, step)):
        wrong.append(f"names {sorted(more)}")
    if less := cells_of(shown_by(step)) - named - houses:
        wrong.append(f"leaves out the cells {sorted(less)}")
    digits = {layout.symbol(layout.cell_and_digit(v)[1]) for v in (*step.asserted, *step.denied)}
    if any(digit not in text for digit in digits):
        wrong.append("leaves out a digit")
    if "1 ways" in text or "one of 1," in text or "one of 1 " in text:
        wrong.append("counts one as several")
    return [f"{step.name}: {text}\n   {fault}" for fault in wrong]


@pytest.mark.nightly_cases(str(MANY))
@pytest.mark.parametrize("count", [FEW, MANY])
def test_the_cells_and_digits_of_a_text_are_those_of_its_step(count: int) -> None:
    seen, names, wrong = 0, set[str](), list[str]()
    for puzzle in satdoku.generate(count, seed=34, keep="proper"):
        found = satdoku.explain(puzzle, scale="satdoku")
        for number, (position, _) in enumerate(found.positions()):
            if number % 12 == 8:
                for step in available(position, uniqueness=True, limit=250).steps:
                    seen += 1
                    names.add(step.name)
                    wrong += faults(position, step)
        if seen >= count:
            break
    assert not wrong, f"{len(wrong)} of {seen}\n" + "\n".join(wrong[:12])
    assert seen >= count and len(names) > 40, (seen, sorted(names))


SHOWN = [name for name in examples() if name in by_name()]


@pytest.mark.parametrize("name", SHOWN)
def test_the_example_of_every_technique_shows_its_evidence(name: str) -> None:
    example = examples()[name]
    board = example.options.removeprefix("--layout ")
    position = (
        position_of(example.position, board) if board else state_of(example.position).position
    )
    found = available(position, technique=name, uniqueness=True, limit=3, verify=False)
    wrong = [fault for step in found.steps for fault in faults(position, step)]
    assert not wrong, "\n".join(wrong)
