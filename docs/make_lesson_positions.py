"""Writes satdoku/logic/lessons/examples.txt: for each technique an easy, a typical and a surprising
position, chosen from the steps that it can take on boards that satdoku generates.

Run it from the repository's root: python docs/make_lesson_positions.py [BOARDS]
The same number of boards gives the same file, on any machine and with any number of processes.

The choice is by definition. At each position on the way to a board's solution, every technique
lists its steps. A step is *of* a technique if no technique that comes before it (`rank`) reaches
any of its conclusions from the same bases: then both would have the same picture. Where there are
three such steps whose conclusions the techniques before it and rated no higher do not reach by
other bases either, only these count. Of these steps, from different boards where there are enough,

- the easy one names the fewest clauses, with the fewest candidates left on the board;
- the typical one is the median in this order;
- the surprising one places a digit where the technique mostly eliminates; else it has the most
  conclusions, and of these the most clauses.

Incomplete rectangles, which these boards seldom show, have the positions of whole ones, less a
candidate of the rectangle that is false. Other techniques that the boards do not show keep the
lines of `kept_lesson_positions.txt`: positions from published lists, and boards with variant rules.
"""

import shlex
import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, count, islice
from pathlib import Path
from typing import NamedTuple

import satdoku
from satdoku.inference.deduction import OPEN
from satdoku.logic.available import available
from satdoku.logic.catalog.row import Technique
from satdoku.logic.catalog.rules import TECHNIQUES, by_name
from satdoku.logic.difficulty.scales import EXPLAINED, SE118
from satdoku.logic.explain import explain
from satdoku.logic.lessons.about import EXAMPLES, SORTS, lessons
from satdoku.logic.mistakes import state_of
from satdoku.logic.position import Position
from satdoku.logic.search.listing import pattern_of, steps_at
from satdoku.logic.starting import write_library_line
from satdoku.logic.steps import LogicStep

KEPT = Path(__file__).with_name("kept_lesson_positions.txt")
#: Boards, their seed, and the steps beyond singles that each needs at least.
BOARDS = 14
SEED = 47
WORTH = 8
#: Small boards with rules, each with one of these kinds, and the techniques that they show.
RULE_BOARDS = 24
RULE_KINDS = ("killer", "arrow", "thermometer", "renban", "whisper", "killer,thermometer")
RULE_NAMES = (
    "rule with few ways", "rule with many ways", "two rules together", "three rules together",
    "rule of 45", "rule of 45 with several cells",
)  # fmt: skip
#: Positions taken of each board, and steps of a technique at each, at most.
POSITIONS = 3
STEPS = 400
#: Techniques whose definition includes shapes that have names of their own, the wider ones last.
GENERAL = (
    "simple colours trap", "simple colours wrap", "multi-colours 1", "multi-colours 2", "X-chain",
    "continuous loop", "AIC", "discontinuous nice loop", "3D medusa", "set equivalence",
    "grouped X-chain", "grouped continuous nice loop", "grouped AIC",
    "grouped discontinuous nice loop", "single-digit refutation", "template set",
    "template delete", "ALS chain", "grouped continuous nice loop with almost locked sets",
    "grouped AIC with almost locked sets",
    "grouped discontinuous nice loop with almost locked sets", "double forcing chain",
    "cell forcing chain", "region forcing chain", "forcing chain contradiction",
    "forcing net verity", "forcing net contradiction", "refutation with locked candidates",
    "nested refutation",
)  # fmt: skip
#: Techniques that only Sukaku Explainer searches for.
SUKAKU = {name for name, scale in EXPLAINED.items() if scale is SE118}
#: Techniques looked for at one position of each board, since they take as long as all others.
ONCE = ("set equivalence",)
#: Techniques that are listed only by name, but are shapes, and not several techniques together.
SHAPES = ("-wing", "incomplete unique", "incomplete hidden", "siamese", "template ", "broken")
#: Names of rectangles that lack a candidate begin so, before the name of the whole one.
INCOMPLETE = "incomplete "
#: Steps tried, at most, for each sort of position.
TRIES = 12


class Instance(NamedTuple):
    """A step of a technique at a position, in the order from easy to hard.

    cost: clauses named, candidates on the board. at: the position; board: its number. concludes:
    the conclusion as options; places: whether it places a digit; size: the number of conclusions;
    alone: whether no simpler technique concludes the same; options: those of the command.
    """

    cost: tuple[int, int]
    at: str
    board: int
    name: str
    concludes: str
    places: bool
    size: int
    alone: bool
    options: str = ""


def main(boards: int = BOARDS) -> None:
    """Write the file."""
    with ProcessPoolExecutor(2) as workers:
        chosen_boards = islice(filter(is_worth_it, count()), boards)
        found = chain(
            workers.map(instances_on, chosen_boards),
            workers.map(instances_of_rules, range(RULE_BOARDS)),
        )
        shown = list(chain.from_iterable(found))
        by_technique = defaultdict(list)
        for instance in shown:
            by_technique[instance.name].append(instance)
        names = [name for name in lessons() if name in by_technique]
        chosen = workers.map(lines_of, [by_technique[name] for name in names])
        lines = dict(zip(names, chosen, strict=True))
    for name in lessons():
        whole = lines.get(name.removeprefix(INCOMPLETE))
        if name.startswith(INCOMPLETE) and whole and not lines.get(name):
            lines[name] = lines_of(list(instances_less_one(name, whole)))
    head = [line for line in KEPT.read_text().splitlines() if line.startswith("#")]
    for line in KEPT.read_text().splitlines():
        name = line.partition(";")[0]
        if not line.startswith("#") and not lines.get(name):
            lines[name] = [line]
    body = [line for name in lessons() for line in lines.get(name, [])]
    EXAMPLES.write_text("\n".join([*head, *body]) + "\n")


# -- Steps on generated boards --------------------------------------------------------------


def board(number: int) -> satdoku.Puzzle:
    """A board by its number."""
    return next(satdoku.generate(1, seed=SEED, start=number, keep="proper"))


def is_worth_it(number: int) -> bool:
    """Whether a board needs more than a few steps beyond singles."""
    steps = explain(board(number), verify=False).steps
    return sum(not step.is_single for step in steps) >= WORTH


def instances_on(number: int) -> list[Instance]:
    """The steps that are of a technique, at some positions of one board."""
    way = list(explain(board(number), verify=False).positions())
    singles = [at for at, step in way if step.is_single]
    others = [(at, step) for at, step in way if not step.is_single]
    found = list[Instance]()
    for position in singles[:: max(1, len(singles) // 2)]:
        simple = [row for row in ROWS if row.rating < 2.6]
        found += of_techniques(position, write_library_line(position), simple, number)
    apart = max(1, len(others) // POSITIONS)
    rows = ROWS
    for position, _step in others[::apart]:
        found += of_techniques(position, write_library_line(position), rows, number)
        rows = [row for row in ROWS if row.name not in ONCE]
    of_sukaku = explain(board(number), scale="se118", verify=False).positions()
    of_explainers = [*others, *((at, step) for at, step in of_sukaku if step.rule_name in SUKAKU)]
    for position, step in of_explainers:
        if step.rule_name not in by_name():
            at = write_library_line(position)
            found.append(instance_of(position, at, step, step.rule_name)._replace(board=number))
    return found


def instances_of_rules(number: int) -> list[Instance]:
    """The steps by rules at the start of a board with rules."""
    kind = RULE_KINDS[number // 2 % len(RULE_KINDS)]
    size = ("4x4", "6x6")[number % 2]
    puzzle = next(satdoku.generate(1, seed=SEED, start=number, layout=size, kind=kind))
    position = Position.of(puzzle)
    options = f"--layout {shlex.quote(puzzle.layout.name)}"
    rows = [by_name()[name] for name in RULE_NAMES]
    found = list(of_techniques(position, puzzle.line, rows, number))
    return [one._replace(options=f"{options} {one.options}".strip()) for one in found]


def instances_less_one(name: str, whole: list[str]) -> Iterator[Instance]:
    """Yield the steps of an incomplete rectangle at the positions of the whole one (lines of the
    file), less one of its false candidates."""
    for number, line in enumerate(whole):
        called, *_, at = line.split(";")
        position = state_of(at).position
        solution = set(next(position.completions()))
        for step in islice(steps_at(position, called), TRIES):
            members = [position.open_members(clause) for clause in pattern_of(step)[2]]
            for v in sorted(set(chain.from_iterable(members)) - solution - {*step.denied}):
                less = position.copy()
                less.take((), (v,))
                if any(other.literals == step.literals for other in steps_at(less, called)):
                    continue
                for other in steps_at(less, name):
                    if set(other.literals) & set(step.literals):
                        instance = instance_of(less, without(at, position, v), other, name)
                        yield instance._replace(board=number)


def without(at: str, position: Position, v: int) -> str:
    """The line of a position that has lost one candidate more."""
    parts = at.split(":")
    cell, digit = position.layout.cell_and_digit(v)
    row, column = position.layout.cell_name(cell)[1:].split("c")
    parts[4] = f"{parts[4]} {digit}{row}{column}".strip()
    return ":".join(parts)


def of_techniques(
    position: Position, at: str, rows: list[Technique], number: int
) -> Iterator[Instance]:
    """Yield the steps at a position that are of one of these techniques."""
    steps = dict[str, list[LogicStep]]()
    owners = dict[tuple[frozenset[int], int], str]()
    for row in rows:
        steps[row.name] = list(islice(steps_at(position, row.name), STEPS))
        for step in steps[row.name]:
            for literal in step.literals:
                owners.setdefault((bases_of(step), literal), row.name)
    reached = set[int]()
    for row in sorted(rows, key=lambda row: (row.rating, rank(row))):
        for step in steps[row.name]:
            first = {owners[bases_of(step), literal] for literal in step.literals}
            if first == {row.name}:
                alone = not reached.issuperset(step.literals)
                yield instance_of(position, at, step, row.name, alone=alone)._replace(board=number)
        for step in steps[row.name]:
            reached.update(step.literals)


def bases_of(step: LogicStep) -> frozenset[int]:
    """The bases of a step; of one without bases, all clauses that it names."""
    return frozenset(step.bases) or pattern_of(step)[2]


def rank(row: Technique) -> tuple[int, float, int]:
    """The place of a technique among those that may have the same picture: particular shapes by
    rating, then general techniques."""
    if row.name in GENERAL:
        return 1 + GENERAL.index(row.name), 0.0, 0
    return 0, row.rating, TECHNIQUES.index(row)


def is_one(row: Technique) -> bool:
    """Whether a technique is one, not several together."""
    return not row.joint or any(shape in row.name for shape in SHAPES)


#: The techniques in the order in which they own pictures.
ROWS = sorted(filter(is_one, TECHNIQUES), key=rank)


def instance_of(
    position: Position, at: str, step: LogicStep, name: str, *, alone: bool = True
) -> Instance:
    """The record of a step."""
    return Instance(
        cost=(len(pattern_of(step)[2]), position.status.count(OPEN)),
        at=at,
        board=0,
        name=name,
        concludes=moves_of(position, step),
        places=bool(step.asserted),
        size=len(step.literals),
        alone=alone,
    )


# -- The choice -----------------------------------------------------------------------------


def lines_of(instances: list[Instance]) -> list[str]:
    """The lines of the file for one technique: one for each sort of position."""
    alone = [one for one in instances if one.alone]
    ordered = sorted(alone if len(alone) >= len(SORTS) else instances)
    mostly_places = 2 * sum(one.places for one in ordered) > len(ordered)
    middle = len(ordered) // 2

    def surprise(one: Instance) -> tuple[bool, int, tuple[int, int], str]:
        return one.places and not mostly_places, one.size, one.cost, one.at

    def far_from_middle(place: int) -> int:
        return abs(place - middle)

    orders = {
        "easy": ordered,
        "surprising": sorted(ordered, key=surprise, reverse=True),
        "typical": [ordered[place] for place in sorted(range(len(ordered)), key=far_from_middle)],
    }
    chosen = dict[str, Instance]()
    lines = dict[str, str]()
    boards = set[int]()
    taken = set[tuple[str, str]]()
    for sort, order in orders.items():
        fresh = [one for one in order if one.board not in boards]
        again = [one for one in order if one.board in boards]
        for one in chain(fresh[:TRIES], again[:TRIES]):
            shows = shown_by(one)
            if shows is not None and (one.at, shows) not in taken:
                chosen[sort] = one
                lines[sort] = ";".join((one.name, sort, one.options, shows, with_givens(one)))
                boards.add(one.board)
                taken.add((one.at, shows))
                break
    known = set[str]()
    kept = []
    for sort in SORTS:
        if sort in lines and chosen[sort].concludes not in known:
            known.add(chosen[sort].concludes)
            kept.append(lines[sort])
    return kept


def with_givens(one: Instance) -> str:
    """The position of a step, with a plus before the digits that are not given."""
    if one.options or "+" in one.at:
        return one.at
    before, name, candidates, grid, *rest = one.at.split(":")
    cells = zip(grid, board(one.board).cells, strict=True)
    marked = (digit if given or digit == "." else f"+{digit}" for digit, given in cells)
    return ":".join((before, name, candidates, "".join(marked), *rest))


def shown_by(one: Instance) -> str | None:
    """The options with which `satdoku steps --limit 1` shows this step; None if there are none."""
    position = position_in(one)
    if one.name not in by_name():
        scale = "se118" if one.name in SUKAKU else None
        step = explain(position, until=1, scale=scale).steps[0]
        is_same = step.rule_name == one.name and moves_of(position, step) == one.concludes
        return "" if is_same else None
    for shows in ("", one.concludes):
        step = shown_step(position, one.name, shows)
        if step and moves_of(position, step) == one.concludes:
            return shows
    return None


def moves_of(position: Position, step: LogicStep) -> str:
    """The options that ask for what a step concludes: "--eliminates 3r4c5,6r1c2"."""
    layout = position.layout
    options = []
    for option, form, variables in (
        ("--eliminates", "{1}{0}", step.denied),
        ("--places", "{0}={1}", step.asserted),
    ):
        moves = []
        for v in sorted(variables):
            cell, digit = layout.cell_and_digit(v)
            moves.append(form.format(layout.cell_name(cell), layout.symbol(digit)))
        if moves:
            options.append(f"{option} {','.join(moves)}")
    return " ".join(options)


def position_in(one: Instance) -> Position:
    """The position of a step."""
    if one.options:
        layout = shlex.split(one.options)[1]
        return Position.of(satdoku.parse(one.at, layout))
    return state_of(one.at).position


def shown_step(position: Position, name: str, shows: str) -> LogicStep | None:
    """The first step of a technique at a position with these conclusions."""
    words = shows.split()
    moves = {
        option.removeprefix("--"): wanted
        for option, wanted in zip(words[::2], words[1::2], strict=True)
    }
    found = available(position, technique=name, limit=1, verify=False, **moves)
    return next(iter(found), None)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
