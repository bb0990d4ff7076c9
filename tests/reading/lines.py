"""The lines of refutations and of branches: each is checked where it stands, from what was supposed
and from the lines before it."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.reading.statements import (
    Candidate,
    Cell,
    Fault,
    cells_in,
    excludes,
    follows,
    hold_only,
    lies_in,
    need,
    only_go,
)
from tests.sentences import (
    CELL,
    DIGITS,
    HOUSE,
    HOUSES,
    LIST,
    Board,
    conclusions,
    digits_of,
    houses_of,
)


def candidate(m: re.Match[str]) -> Candidate:
    """The candidate of a match: its cell and digit."""
    [cell] = cells_in(m["cell"])
    return cell, int(m["digit"])


class Lines:
    """The lines of a refutation or of branches: each is checked where it stands."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.true: list[Candidate] = []
        self.false: set[Candidate] = set()
        self.locked: set[str] = set()
        self.known: set[str] = set()
        self.ended = False

    def inner(self) -> Lines:
        other = Lines(self.board)
        other.true, other.false = list(self.true), set(self.false)
        other.locked = set(self.locked)
        other.known = self.known
        return other

    def is_false(self, v: Candidate) -> bool:
        return v in self.false or any(excludes(v, w) for w in self.true)

    def reasons(self, why: str, digit: int, cell: Cell | None = None) -> set[Candidate]:
        """The candidates that are false by what is named: 'r1c2=5 takes r1c7, r4c5<>5'. digit: that
        of the house spoken of; cell: the cell spoken of, which is taken digits."""
        gone: set[Candidate] = set()
        for part in re.split(r", (?=(?:r\d+c\d+=\d|\d in \w+ \d) takes|r\d+c\d+<>)", why):
            if found := re.fullmatch(
                rf"(?P<source>{CELL}=\d|\d in {HOUSE}) takes (?P<what>.*)", part
            ):
                if "=" in found["source"]:
                    [source] = [(c, d) for c, d, _ in conclusions(found["source"])]
                    need(source in self.true, f"{source} is not known true")
                else:
                    need(found["source"] in self.locked, f"{found['source']} is not confined")
                if cell:
                    gone.update((cell, d) for d in digits_of(found["what"]))
                else:
                    gone.update((c, digit) for c in cells_in(found["what"]))
            elif found := re.fullmatch(rf"({CELL})<>(\d)", part):
                gone.add((cells_in(found[1])[0], int(found[2])))
            else:
                need(not part, f"{part!r}: no reason that can be read")
        for v in gone:
            if v[1] in self.board.left(v[0]):
                need(self.is_false(v), f"{v} is not false")
        return gone

    def only(
        self, clause: set[Candidate], target: Candidate | None, why: str, cell: Cell | None = None
    ) -> None:
        """All candidates of a clause but the target are false, by the reasons named."""
        need(bool(clause), "nothing was left before")
        need(target is None or target in clause, f"{target} is no candidate")
        gone = self.reasons(why, min(clause)[1], cell)
        left = clause - {target} - gone if target else clause - gone
        need(not left, f"{left} are left")

    def read(self, lines: list[str]) -> None:
        """Read lines; indented ones are a proof of the line before them."""
        k = 0
        while k < len(lines):
            line = lines[k]
            k += 1
            block = []
            while k < len(lines) and lines[k].startswith("  "):
                block.append(lines[k][2:])
                k += 1
            self.line(line, block)

    def line(self, line: str, block: list[str]) -> None:
        why = ""
        if found := re.fullmatch(r"(.*?) \((.*)\)", line):
            line, why = found[1], found[2]
        for form, judge in FORMS:
            if match := re.fullmatch(form, line):
                judge(self, match, why, block)
                return
        raise Fault(f"{line!r}: no line that can be read")

    def suppose(self, m: re.Match[str], _: str, __: list[str]) -> None:
        v = candidate(m)
        if m["sign"] == "=":
            self.true.append(v)
        else:
            self.false.add(v)

    def placed(self, m: re.Match[str], why: str, _: list[str]) -> None:
        v = candidate(m)
        self.only({(c, v[1]) for c in self.board.places(m["house"], v[1])}, v, why)
        self.true.append(v)

    def is_left(self, m: re.Match[str], why: str, _: list[str]) -> None:
        cell, digit = candidate(m)
        self.only({(cell, d) for d in self.board.left(cell)}, (cell, digit), why, cell)
        self.true.append((cell, digit))

    def denied(self, m: re.Match[str], why: str, _: list[str]) -> None:
        v = candidate(m)
        need(any(excludes(v, w) for w in self.true), f"{v} is not false")
        for c, d, _is_placed in conclusions(why):
            need((c, d) in self.true and excludes(v, (c, d)), f"{c}={d} does not take {v}")
        self.false.add(v)

    def no_place(self, m: re.Match[str], why: str, _: list[str]) -> None:
        digit = int(m["digit"])
        self.only({(c, digit) for c in self.board.places(m["house"], digit)}, None, why)
        self.ended = True

    def no_digit(self, m: re.Match[str], why: str, _: list[str]) -> None:
        [cell] = cells_in(m["cell"])
        self.only({(cell, d) for d in self.board.left(cell)}, None, why, cell)
        self.ended = True

    def lock(self, m: re.Match[str], why: str, _: list[str]) -> None:
        digit, cells = int(m["digit"]), cells_in(m["cells"])
        places = {(c, digit) for c in self.board.places(m["house"], digit)}
        gone = self.reasons(why, digit)
        self.locked.add(f"{digit} in {m['house']}")
        need(places - gone <= {(c, digit) for c in cells}, f"{places - gone} are left")
        for house in houses_of(m["around"]):
            need(set(cells) <= set(self.board.house(house)), f"{cells} are not in {house}")
            self.false.update((c, digit) for c in self.board.house(house) if c not in cells)

    def refuted(self, m: re.Match[str], _: str, block: list[str]) -> None:
        """By a sub-chain: told here, or before."""
        if block:
            below = self.inner()
            below.read(block)
            start = re.fullmatch(SUPPOSE, block[0])
            need(bool(start) and below.ended, "a sub-chain without beginning or end")
            self.known.add(m["number"])
        need(m["number"] in self.known, f"sub-chain {m['number']} is not told")
        self.false.update((c, int(m["digit"])) for c in cells_in(m["cells"]))

    def pattern(self, m: re.Match[str], why: str, _: list[str]) -> None:
        """A pattern inside a chain: what it denies follows, by its houses, with what is known."""
        board = Board({}, self.board.placed, self.board.givens)
        board.candidates = {
            cell: {d for d in left if cell in board.placed or not self.is_false((cell, d))}
            for cell, left in self.board.candidates.items()
        }
        for form, claim in INSIDE:
            if match := re.fullmatch(form, why):
                premises = list(claim(board, match))
                break
        else:
            raise Fault(f"{why!r}: no pattern that can be read")
        for cell, digit, _ in conclusions(m[0]):
            need(follows(premises, (cell, digit), False), f"{m[0]}: does not follow")
            self.false.add((cell, digit))


SUPPOSE = rf"suppose (?P<cell>{CELL})(?P<sign>=|<>)(?P<digit>\d)"
Judge = Callable[[Lines, re.Match[str], str, list[str]], None]
FORMS: tuple[tuple[str, Judge], ...] = (
    (SUPPOSE, Lines.suppose),
    (rf"in (?P<house>{HOUSE}), (?P<digit>\d) can only go in (?P<cell>{CELL})", Lines.placed),
    (rf"in (?P<cell>{CELL}), only (?P<digit>\d) is left", Lines.is_left),
    (rf"so (?P<cell>{CELL})<>(?P<digit>\d)", Lines.denied),
    (rf"no place is left for (?P<digit>\d) in (?P<house>{HOUSE})", Lines.no_place),
    (rf"no digit is left for (?P<cell>{CELL})", Lines.no_digit),
    (
        rf"in (?P<house>{HOUSE}), (?P<digit>\d) can only go in (?P<cells>{LIST}), all in "
        rf"(?P<around>{HOUSES})",
        Lines.lock,
    ),
    (
        rf"(?P<cells>{LIST})<>(?P<digit>\d), by sub-chain (?P<number>\d+):?",
        Lines.refuted,
    ),
    (rf"{LIST}(?:, {LIST})*<>\d.*", Lines.pattern),
)
#: Patterns inside a chain.
INSIDE = (
    (
        rf"in (?P<inside>{HOUSES}), (?P<digit>\d) is confined to (?P<outside>{HOUSES})(?P<fins>)",
        lies_in,
    ),
    (rf"(?P<cells>{LIST}) hold only (?P<digits>{DIGITS})(?P<extra>)", hold_only),
    (
        rf"in (?P<houses>{HOUSE}), (?P<digits>{DIGITS}) can only go in (?P<cells>{LIST})(?P<more>)",
        only_go,
    ),
)
