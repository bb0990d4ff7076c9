"""Reasons of rules read back: a sentence gives the claims of its step again, every claim holds in
every way to fulfil the rules, and the claims together show the conclusion."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

import pytest

import satdoku
from satdoku.cancellation import Stop, Stopped, run_under
from satdoku.constraints.evaluate import holds
from satdoku.constraints.kind_table import forms_of
from satdoku.inference.entailment import StepError
from satdoku.logic.claims import CellClaim, Holding, SumBound
from satdoku.logic.position import Position
from satdoku.logic.premises import Premises
from satdoku.logic.search.listing import steps_at
from satdoku.logic.step_text.claim_text import inside
from satdoku.logic.steps import LogicStep
from satdoku.theory import Theory
from tests.marks import slow_but

ARGUMENTS = (
    "rule with few ways",
    "rule with many ways",
    "two rules together",
    "three rules together",
)
CELLS = r"((?:r\d+c\d+,?)+)"
DIGITS = r"((?:\d(?:, | or )?)+)"


# -- Reading --------------------------------------------------------------------------------------


class Reader:
    """Reads claims from the sentences of a board of up to nine digits."""

    def __init__(self, theory: Theory) -> None:
        self.layout = theory.known_layout
        self.theory = theory

    def cells(self, text: str) -> tuple[int, ...]:
        """The cells in the order in which they are named."""
        found = list[int]()
        for rows, columns in re.findall(r"r(\d+)c(\d+)", text):
            for r, c in product(rows, columns):
                cell = self.layout.places.cell_at(int(r) - 1, int(c) - 1)
                assert cell is not None
                found.append(cell)
        return tuple(found)

    def digits(self, text: str) -> tuple[int, ...]:
        return tuple(self.layout.symbols.index(one) + 1 for one in re.findall(r"\d", text))

    def claims(self, reason: str) -> list[CellClaim | SumBound]:
        """The claims of a reason: what follows the last colon, in parts of which those of a case
        split belong together."""
        said, _, told = reason.rpartition(": ")
        parts = list[str]()
        for part in told.split("; "):
            if parts and re.match(r"with \d, r", part):
                parts[-1] += f"; {part}"
            else:
                parts.append(part)
        return [self.claim(part, said) for part in parts]

    def claim(self, text: str, said: str) -> CellClaim | SumBound:
        for pattern, form in PATTERNS:
            match = re.fullmatch(pattern, text)
            if match:
                return getattr(self, form)(match, said)
        raise AssertionError(f"not a claim: {text}")

    def ways(self, match: re.Match[str], _: str) -> CellClaim:
        cells = self.cells(match[1])
        ways = [self.digits(way) for way in re.split(", | or ", match[2])]
        cases = [
            tuple(Holding((c,), ((d,),)) for c, d in zip(cells, way, strict=True)) for way in ways
        ]
        return CellClaim("ways", tuple(cases), ())

    def only(self, match: re.Match[str], _: str) -> CellClaim:
        pairs = re.findall(r"(\d) in (r\d+c\d+)", match[2])
        case = tuple(Holding(self.cells(cell), (self.digits(d),)) for d, cell in pairs)
        assert self.cells(match[1]) == tuple(holding.cells[0] for holding in case)
        return CellClaim("ways", (case,), ())

    def sets(self, match: re.Match[str], _: str) -> CellClaim:
        sets = [self.digits(one) for one in re.split(", | or ", match[2])]
        return CellClaim("sets", ((Holding(self.cells(match[1]), tuple(sets)),),), ())

    def one_set(self, match: re.Match[str], _: str) -> CellClaim:
        holding = Holding(self.cells(match[1]), (self.digits(match[2]),))
        return CellClaim("sets", ((holding,),), ())

    def of_rule(self, match: re.Match[str], said: str) -> CellClaim:
        text = match[1].removesuffix(" in some order")
        if text == match[1]:
            sets = [self.digits(one) for one in re.split(", | or ", text)]
        else:
            sets = [self.digits(text)]
        own = re.search(r"r\d\S*", said)
        assert own
        cells = list[int]()
        for part in own[0].split(","):
            ends = re.fullmatch(r"(r\d+c\d+)-(r\d+c\d+)", part)
            cells += self.line(ends) if ends else self.cells(part)
        holding = Holding(tuple(sorted(cells)), tuple(sets))
        return CellClaim("sets of the rule", ((holding,),), ())

    def line(self, ends: re.Match[str]) -> tuple[int, ...]:
        """The cells of a straight line that is named by its ends."""
        width = self.layout.size
        first, last = (divmod(self.cells(end)[0], width) for end in ends.groups())
        steps = max(abs(first[0] - last[0]), abs(first[1] - last[1]))
        found = []
        for k in range(steps + 1):
            r = first[0] + (last[0] - first[0]) * k // steps
            c = first[1] + (last[1] - first[1]) * k // steps
            found.append(r * width + c)
        return tuple(found)

    def split(self, match: re.Match[str], _: str) -> CellClaim:
        cases = []
        first = self.cells(match[1])
        for part in match[0].split("; "):
            case = re.fullmatch(r"with (\d)(?: in r\d+c\d+)?, (.*)", part)
            assert case
            held = [Holding(first, (self.digits(case[1]),))]
            for cell, digits in re.findall(rf"(r\d+c\d+) is {DIGITS}", case[2]):
                held.append(Holding(self.cells(cell), tuple((d,) for d in self.digits(digits))))
            cases.append(tuple(held))
        return CellClaim("split", tuple(cases), ())

    def partners(self, match: re.Match[str], _: str) -> CellClaim:
        among = self.cells(match[1] or "")
        case = []
        for digits, cells in re.findall(rf"{DIGITS} in {CELLS}", match[2]):
            gone = self.digits(digits)
            kept = tuple((d,) for d in self.layout.digit_numbers if d not in gone)
            case += [Holding((cell,), kept) for cell in self.cells(cells)]
        return CellClaim("partners", (in_order(case),), among)

    def no_way(self, match: re.Match[str], _: str) -> CellClaim:
        return CellClaim("no way", (), self.cells(match[0]))

    def no_place(self, match: re.Match[str], _: str) -> CellClaim:
        named = f"{match[2]} digit {match[1]}"
        clause = next(c for c, one in enumerate(self.theory.clauses) if str(one) == named)
        return CellClaim("no place", (), (), clause)

    def leaves(self, match: re.Match[str], _: str) -> SumBound:
        denied = self.digits(match[1])
        sign = 1 if match[5] == "least" else -1
        nearest = min(denied) if sign > 0 else max(denied)
        total = int(match[3]) + nearest + self.layout.digits[0] - 1
        own = self.cells(match[2])[0]
        return SumBound(self.cells(match[4]), sign, terms(match[6]), own, denied, total=total)

    def beyond(self, match: re.Match[str], _: str) -> SumBound:
        sign = 1 if match[5] == "least" else -1
        assert (match[3] == "less") == (sign > 0)
        own = self.cells(match[2])[0]
        denied = self.digits(match[1])
        return SumBound(self.cells(match[4]), sign, terms(match[6]), own, denied)

    def beside(self, match: re.Match[str], _: str) -> SumBound:
        own = self.cells(match[2])[0]
        denied = self.digits(match[1])
        sign = 1 if match[7] == "least" else -1
        nearest = (max(denied) if sign > 0 else min(denied)) + self.layout.digits[0] - 1
        beside = tuple(cell for cell in self.cells(match[3]) if cell != own)
        rest = (int(match[5]) - nearest,)  # their sum: the sentence does not say the digits
        return SumBound(self.cells(match[6]), sign, terms(match[8]), own, denied, beside, rest)

    def table(self, match: re.Match[str], said: str) -> CellClaim:
        low, *between, _ = self.layout.digits
        sums = [tuple(map(int, one.split("+"))) for one in re.findall(r"\d(?:\+\d)*", match[0])]
        if match[0].endswith("at its ends"):
            sums = [tuple(between)]
        if match[0].endswith("side by side"):
            sums = [()]
        form = "sandwich" if "sandwich" in said else "x-sum"
        sets = tuple(tuple(d - low + 1 for d in one) for one in sums)
        return CellClaim(form, ((Holding((), sets),),), ())


def terms(text: str) -> tuple[int, ...]:
    """The digits of '1+4 = 5'."""
    digits, _, total = text.partition(" = ")
    found = tuple(map(int, digits.split("+")))
    assert sum(found) == int(total or digits)
    return found


SUM = r"(\d+(?:\+\d+)*(?: = \d+)?)"
HOLDS = rf"holds? at (least|most) {SUM}"
PATTERNS = (
    (rf"{CELLS} can only be ([-\d]+(?:(?:, | or )[-\d]+)*)", "ways"),
    (rf"the only way to fill {CELLS} is (.*)", "only"),
    (rf"{CELLS} can only hold ([+\d]+(?:(?:, | or )[+\d]+)*)", "sets"),
    (rf"{CELLS} hold ([\d, and]+) in some order", "one_set"),
    (r"([+\d]+(?:(?:, | or | and )[+\d]+)*(?: in some order)?)", "of_rule"),
    (r"with \d in (r\d+c\d+), r\d+c\d+ is .*", "split"),
    (rf"no digits? of {CELLS}(?: \([^)]*\))? goe?s? with (.*)", "partners"),
    (r"nothing goes with (?P<none>)?(.*)", "partners"),
    (rf"no digits of {CELLS} go together|no combination is left", "no_way"),
    (r"(\d) has no place in (.*)", "no_place"),
    (rf"{DIGITS} in {CELLS} leaves?(?: at (?:least|most))? (-?\d+) for {CELLS}, which {HOLDS}",
     "leaves"),
    (rf"{DIGITS} in {CELLS} is (less|more) than {CELLS}, which {HOLDS}", "beyond"),
    (rf"with {DIGITS} in {CELLS}, {CELLS} hold at (least|most) (\d+), but {CELLS} {HOLDS}",
     "beside"),
    (r".*(is the only way|is left|side by side|at its ends)", "table"),
)  # fmt: skip


def in_order(case: Iterable[Holding]) -> tuple[Holding, ...]:
    """The cells that lose candidates, in the board's order: a sentence joins them by digits."""
    return tuple(sorted(case, key=lambda holding: holding.cells))


def as_told(claim: CellClaim | SumBound) -> CellClaim | SumBound:
    """The claim without what a sentence does not say."""
    if isinstance(claim, SumBound):
        reached = (sum(claim.beside_digits),) if claim.beside else ()
        return replace(claim, beside_digits=reached)
    if claim.form in ("x-sum", "sandwich"):
        sums = dict.fromkeys(digits for case in claim.cases for digits in inside(claim, case))
        return CellClaim(claim.form, ((Holding((), tuple(sums)),),), ())
    if claim.form == "partners":
        return replace(claim, cases=(in_order(claim.cases[0]),))
    return claim if claim.form == "no way" else replace(claim, among=())


# -- Boards ---------------------------------------------------------------------------------------


def line_of(rng: random.Random, size: int, length: int) -> str:
    """A walk of cells that touch, by side or corner."""
    while True:
        walk = [(rng.randrange(size), rng.randrange(size))]
        while len(walk) < length:
            r, c = walk[-1]
            near = [(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
            free = [at for at in near if at not in walk and {*at} <= {*range(size)}]
            if not free:
                break
            walk.append(rng.choice(free))
        if len(walk) == length:
            return ",".join(f"r{r + 1}c{c + 1}" for r, c in walk)


def random_rule(rng: random.Random, size: int) -> str:
    kind = rng.choice(
        ("killer", "arrow", "whisper", "thermometer", "renban", "difference", "ratio", "between",
         "palindrome", "zipper", "sum", "distinct", "x-sum", "sandwich", "quadruple")
    )  # fmt: skip
    length = rng.randint(2, 4)
    if kind in ("x-sum", "sandwich"):
        r = rng.randint(1, size)
        return f"{kind}:{rng.randint(2, size + 3)}:r{r}c1-r{r}c{size}"
    if kind == "quadruple":
        r, c = rng.randint(1, size - 1), rng.randint(1, size - 1)
        digits = ",".join(str(rng.randint(1, size)) for _ in range(rng.randint(1, 3)))
        return f"quadruple:{digits}:r{r}c{c},r{r}c{c + 1},r{r + 1}c{c},r{r + 1}c{c + 1}"
    if kind in ("difference", "ratio"):
        length = 2
    if kind in ("between", "zipper"):
        length = 3
    number = f":{rng.randint(length, length * size)}" if kind in ("killer", "sum") else ""
    return f"{kind}{number}:{line_of(rng, size, length)}"


def random_board(seed: int) -> Position:
    """A small or usual board with random rules, and some candidates gone."""
    rng = random.Random(seed)
    size = rng.choice((4, 4, 6, 9))
    rules = "+".join(random_rule(rng, size) for _ in range(rng.randint(1, 4)))
    layout = satdoku.Layout.named(f"{size}x{size}+{rules}")
    position = Position.of(satdoku.Puzzle((0,) * layout.cell_count, layout))
    for _ in range(rng.randint(0, layout.cell_count)):
        position.deny(rng.randrange(1, layout.variable_count + 1))
    return position


def steps_of(position: Position) -> Iterator[LogicStep]:
    for name in ARGUMENTS:
        yield from steps_at(position, name)


# -- Tests ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", slow_but(range(400), *range(25)))
def test_a_sentence_gives_its_claims_again_and_they_show_the_conclusion(seed: int) -> None:
    position = random_board(seed)
    reader = Reader(position.theory)
    for step in steps_of(position):
        step.verify(position)
        told = [as_told(claim) for claim in step.claims]
        assert reader.claims(step.reason) == told, step.reason
        assert not [literal for literal in step.literals if not shown(position, step, literal)]


def shown(position: Position, step: LogicStep, literal: int) -> bool:
    """Whether a claim shows the literal, or claims deny the other candidates of its cell."""
    theory = position.theory
    if any(claim.shows(theory, literal) for claim in step.claims):
        return True
    if literal < 0:
        return any(claim.form == "no way" for claim in step.claims)
    own = position.layout.variables_of(theory.cell_of(literal))
    others = [v for v in own if position.is_open(v) and v != literal]
    return all(any(claim.shows(theory, -v) for claim in step.claims) for v in others)


def is_true(claim: CellClaim, digits: dict[int, int]) -> bool:
    """Whether one of the cases holds."""
    for case in claim.cases:
        held = [(tuple(sorted(digits[cell] for cell in h.cells)), h.sets) for h in case]
        if all(own in sets for own, sets in held):
            return True
    return False


@pytest.mark.parametrize("seed", slow_but(range(120), *range(12)))
def test_a_claim_holds_in_every_way_to_fulfil_the_rules(seed: int) -> None:
    """All digits of its cells and of those of one rule are tried, by the rule's meaning."""
    position = random_board(1000 + seed)
    layout = position.layout
    houses = [{*house.cells} for house in layout.houses]
    for step in steps_at(position, ARGUMENTS[0]):
        [rule] = [
            r for r in layout.constraints if str(r.on(layout.places)) in named(step, position)
        ]
        claims = [claim for claim in step.claims if isinstance(claim, CellClaim)]
        cells = sorted({*rule.cells})
        if len(cells) > 4:
            continue
        ways = 0
        for way in product(*(position.candidates_in(cell) for cell in cells)):
            digits = dict(zip(cells, way, strict=True))
            clash = any(
                digits[one] == digits[other] and any({one, other} <= house for house in houses)
                for one in cells for other in cells if one < other
            )  # fmt: skip
            whole = [digits.get(cell, 0) for cell in layout.all_cells]
            worth = [d + layout.digits[0] - 1 for d in whole]
            if clash or not all(holds(form, worth) for form in forms_of(rule, layout)):
                continue
            ways += 1
            for claim in claims:
                inside_rule = {c for case in claim.cases for h in case for c in h.cells}
                outside = not inside_rule <= {*cells}
                assert outside or not claim.cases or is_true(claim, digits), step.reason
        assert ways or step.claims


def named(step: LogicStep, position: Position) -> list[str]:
    return [rule.name for rule in position.theory.rules if {*rule.clauses} <= {*step.bases}]


@pytest.mark.parametrize("seed", slow_but(range(120), *range(15)))
def test_the_ways_of_a_step_are_all_there_are(seed: int) -> None:
    position = random_board(seed)
    solution = next(position.completions(), None)
    if solution is None:
        return
    true = {*solution}
    for step in steps_of(position):
        if step.ways:
            cells = {*map(position.theory.cell_of, step.ways[0])}
            own = {v for v in position.theory.on_board(true) if position.theory.cell_of(v) in cells}
            assert own in [{*way} for way in step.ways], step.reason


def test_a_bound_rests_on_no_house_that_its_step_does_not_name() -> None:
    """Two cells of the arrow are in column 1, which the step can do without."""
    position = random_board(10198)
    for step in steps_of(position):
        assert all(claim.follows(position, step.clauses) for claim in step.claims)


@pytest.mark.parametrize("seed", range(6))
def test_a_false_claim_is_refused(seed: int) -> None:
    position = random_board(seed)
    for step in steps_at(position, ARGUMENTS[0]):
        for claim in step.claims:
            if not isinstance(claim, CellClaim) or not claim.cases:
                continue
            wrong = replace(claim, cases=claim.cases[1:])
            if len(claim.cases) == 1 and claim.form == "partners":
                less = [replace(h, sets=h.sets[1:]) for h in claim.cases[0]]
                wrong = replace(claim, cases=(tuple(less),))
            with pytest.raises(StepError, match="its reason does not follow"):
                replace(step, claims=(wrong,)).verify(position)


#: Seeds where candidates of cells beyond the premises do without a rule, or nothing is possible.
SPARED = (617, 1022)


@pytest.mark.parametrize("seed", slow_but((*range(60), *SPARED), *range(10), *SPARED))
def test_a_step_rests_on_no_rule_that_it_can_do_without(seed: int) -> None:
    position = random_board(seed)
    theory = position.theory
    for step in steps_of(position):
        for rule in theory.rules:
            own = {*rule.clauses}
            if len(own & {*step.bases}) < len(own):
                continue
            others = {c for one in theory.rules if one is not rule for c in one.clauses}
            rest = [c for c in step.bases if c in others]
            bases = tuple(rest) if len(theory.rules) > 1 else ()
            less = replace(step, bases=bases, claims=())
            if {*rest} != {*step.bases}:
                with pytest.raises(StepError):
                    less.verify(position)


def test_the_search_for_premises_stops_when_it_is_cancelled() -> None:
    position = random_board(0)
    stop = Stop()
    stop.set()
    with Premises(position, (), (), ()) as premises, pytest.raises(Stopped):
        run_under(stop, premises.imply, premises.variable(), ())
