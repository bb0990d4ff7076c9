"""Sentences of equations over houses and rules: each premise is checked by the meaning of its rule,
the equation told must be a sum of the premises, and the conclusion must follow from it alone.

Nothing is shared with the search for equations: a rule's part is true if it is in each way to fill
the rule's cells, and whether premises add up is decided by elimination over fractions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

from satdoku.constraints.evaluate import holds
from satdoku.constraints.kind_table import forms_of
from satdoku.logic.position import Position
from tests.reading.statements import Fault, need

#: Coefficients by cell, and the total: what they add up to.
Row = tuple[dict[int, Fraction], Fraction]


class Equations:
    """Reads equations on a small board: cells by their names, what a digit counts, the ways of each
    rule and each house as digits by cell."""

    def __init__(self, position: Position, said: str) -> None:
        self.position = position
        self.layout = layout = position.layout
        counting = re.match(r"Counting cells that hold ([\d, and]+): ", said)
        self.said = said.removeprefix(counting[0]) if counting else said
        counted = {*map(int, re.findall(r"\d", counting[1]))} if counting else None
        self.worth = {
            d: layout.digits[d - 1] if counted is None else int(d in counted)
            for d in layout.digit_numbers
        }

    def cell(self, name: str) -> int:
        r, c = map(int, re.findall(r"\d+", name))
        cell = self.layout.places.cell_at(r - 1, c - 1)
        assert cell is not None
        return cell

    def sees(self, one: int, other: int) -> bool:
        return any({one, other} <= {*house.cells} for house in self.layout.houses)

    def ways(self, cells: list[int]) -> Iterator[dict[int, int]]:
        """The ways to fill cells with digits that differ where they see each other."""
        pairs = [(a, b) for a, b in combinations(cells, 2) if self.sees(a, b)]
        for digits in product(self.layout.digit_numbers, repeat=len(cells)):
            way = dict(zip(cells, digits, strict=True))
            if all(way[a] != way[b] for a, b in pairs):
                yield way

    def side(self, text: str) -> dict[int, Fraction]:
        """The coefficients of 'r1c2 - 2 r1c3'."""
        found = dict[int, Fraction]()
        for sign, times, name in re.findall(r"([-+]?) ?(\d+ )?(r\d+c\d+)", text):
            cell = self.cell(name)
            weight = Fraction(int(times or 1) * (-1 if sign == "-" else 1))
            found[cell] = found.get(cell, Fraction(0)) + weight
        return found

    def told(self, row: Row, way: dict[int, int]) -> bool:
        return sum(k * self.worth[way[cell]] for cell, k in row[0].items()) == row[1]

    def is_of_a_rule(self, row: Row) -> bool:
        """Whether every way to fulfil some rule adds up so."""
        for rule in self.layout.constraints:
            cells = sorted({*rule.cells})
            if not {*row[0]} <= {*cells}:
                continue
            forms = list(forms_of(rule, self.layout))
            right = True
            for way in self.ways(cells):
                worths = [way.get(c, 1) + self.layout.digits[0] - 1 for c in self.layout.all_cells]
                if all(holds(form, worths) for form in forms) and not self.told(row, way):
                    right = False
                    break
            if right:
                return True
        return False

    def houses(self, text: str) -> Row:
        """What 'row 1 and column 2 (twice) sum to 30' says; a rule's name stands for its cells."""
        match = re.fullmatch(r"(.*) (?:sums?|has|have)(?: to)? (\d+)", text)
        if not match:
            raise Fault(f"{text!r}: no premise that can be read")
        names, number = match[1], int(match[2])
        found = dict[int, Fraction]()
        parts = re.split(r", and | and |, (?=\D)", names)
        kind, count = "", 0
        for words in parts:
            part = words.removesuffix(" (twice)")
            times = 1 if part == words else 2
            one = re.fullmatch(r"(?:(row|column|box)(?:e?s)? )?(\d+)", part)
            kind = (one[1] or kind) if one else kind
            name = f"{kind} {one[2]}" if one else part
            house = next((h for h in self.layout.houses if str(h) == name.lower()), None)
            cells = house.cells if house else self.full_rule(part)
            count += times
            for cell in cells:
                found[cell] = found.get(cell, Fraction(0)) + times
        need(count * sum(self.worth.values()) == number, f"{text}: another sum")
        return found, Fraction(number)

    def full_rule(self, name: str) -> tuple[int, ...]:
        """The cells of a rule that holds each digit once, by the cells in its name."""
        named = {
            self.cell(f"r{r}c{c}")
            for rows, columns in re.findall(r"r(\d+)c(\d+)", name)
            for r, c in product(rows, columns)
        }
        size = len(self.layout.digits)
        for rule in self.layout.constraints:
            if named <= {*rule.cells} and len({*rule.cells}) == size:
                return tuple(sorted({*rule.cells}))
        raise Fault(f"no rule of all digits: {name}")

    def must_be_known(self, side: dict[int, Fraction], total: Fraction) -> None:
        """The cells have one worth each, and these add up so."""
        found = Fraction(0)
        for cell, weight in side.items():
            worths = {self.worth[d] for d in self.position.candidates_in(cell)}
            need(len(worths) == 1, "a cell that is said to be known is not")
            found += weight * worths.pop()
        need(found == total, "known cells have another sum")

    def rows(self) -> tuple[list[Row], Row]:
        """The premises, and the equation that they are said to make."""
        rows = list[Row]()
        body = self.said.rpartition(", so ")[0]
        for part in body.split("; "):
            text = part.removeprefix("less ")
            if text.startswith("together "):
                side, _, rest = text.removeprefix("together ").partition(" = ")
                return rows, (self.side(side), Fraction(int(rest.split(",")[0])))
            if found := re.fullmatch(r"([^:]*) = (-?\d+)", text):
                self.must_be_known(self.side(found[1]), Fraction(int(found[2])))
            elif found := re.fullmatch(r".*: (.*) = (-?\d+)", text):
                row = self.side(found[1]), Fraction(int(found[2]))
                need(self.is_of_a_rule(row), f"no rule says {text}")
                rows.append(row)
            else:
                rows.append(self.houses(text))
        raise Fault(f"no equation is told: {self.said}")


def faults_of(position: Position, said: str, literals: tuple[int, ...]) -> list[str]:
    """What is wrong with the sentence of an equation, which concludes these literals."""
    reader = Equations(position, said)
    try:
        rows, told = reader.rows()
    except Fault as fault:
        return [str(fault)]
    if not adds_up(reader, rows, told):
        return [f"the premises do not make the equation: {said}"]
    theory = position.theory
    return [
        f"{theory.variable_name(abs(literal))} does not follow: {said}"
        for literal in literals
        if can_fail(reader, told, literal)
    ]


def adds_up(reader: Equations, rows: list[Row], told: Row) -> bool:
    """Whether an equation is a sum of multiples of others and of cells whose worth is known."""
    known = []
    for cell in reader.layout.all_cells:
        worths = {reader.worth[d] for d in reader.position.candidates_in(cell)}
        if len(worths) == 1:
            known.append(({cell: Fraction(1)}, Fraction(worths.pop())))
    total = -1  # a further column
    left = [{**row[0], total: row[1]} for row in (*rows, *known)]
    goal = {**told[0], total: told[1]}
    for cell in reader.layout.all_cells:
        pivot = next((row for row in left if row.get(cell)), None)
        if pivot is None:
            continue
        left.remove(pivot)
        for row in (*left, goal):
            times = row.get(cell, Fraction(0)) / pivot[cell]
            for k, weight in pivot.items():
                row[k] = row.get(k, Fraction(0)) - times * weight
    return not any(goal.values())


def can_fail(reader: Equations, told: Row, literal: int) -> bool:
    """Whether the cells of an equation can be filled so that the literal is not so."""
    position = reader.position
    own, digit = position.theory.cell_and_digit(abs(literal))
    cells = sorted(told[0])
    # A cell outside the equation takes its digit from those of the equation that see it.
    supposed = {} if own in cells or not position.is_open(abs(literal)) else {own: digit}
    assert literal < 0 or not supposed

    def fill(k: int, way: dict[int, int]) -> bool:
        if k == len(cells):
            return reader.told(told, way)
        cell = cells[k]
        for d in position.candidates_in(cell):
            if cell == own and (d == digit) == (literal > 0):
                continue
            if any(way[other] == d and reader.sees(other, cell) for other in way):
                continue
            if fill(k + 1, {**way, cell: d}):
                return True
        return False

    return fill(0, supposed)
