"""Reading steps: what `explain` prints, and lines of any tool that end in a conclusion.

>>> from satdoku.theory import Theory
>>> from satdoku.layout import Layout
>>> theory = Theory.of(Layout.of_size(9))
>>> [claim] = claims_of_text(["Naked Pair: 3,5 in r1c12 => r1c5<>3"], theory)
>>> claim.name, sorted(claim.cells), [theory.variable_name(v) for v in claim.denied]
('Naked Pair', [(1, 1), (1, 2)], ['(3)r1c5'])
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from html import unescape
from itertools import takewhile
from typing import Any

from ...board import Puzzle
from ...errors import Inconsistency, ParseError, SatdokuError
from ...formats.text.reader import PuzzleLike, parse
from ...frozen import frozen
from ...geometry import Place
from ...layer_words import cell_and_digit
from ...layout import Layout
from ...phrases import phrase
from ...record_types import Record
from ...theory import Theory, Variables
from ..difficulty.scales import DEFAULT
from ..position import Position

CELL = re.compile(r"r(\d+)c(\d+)", re.IGNORECASE)
#: A step as `explain` prints it: number, rating, name, sentence; `steps` prints no number.
OURS = re.compile(r"^ *(?:(\d+) +)?~?\d+\.\d  ([^:]+): (.*)$")
#: Joined singles as `explain` prints them: number of the last, digits placed.
SINGLES = re.compile(r"^ *(?:\d+-)?(\d+)  [a-z ]*single[^:]*: ((?:r\d+c\d+=\S+(?:, |$))+)$")
#: The scale in the last line, which is present if it is not the default.
ON_SCALE = re.compile(r", hardest ~?\d+\.\d \(\w+, scale (\w+)\)$")
#: Where the steps began: a line, a layout, its symbols if not the default.
FROM = re.compile(r"^from (\S+) \((.+?)(?:, symbols (\S+))?\)$")
#: Other output of `explain` and `steps`: a row of the board, the last line, the indent of proof
#: lines below a step.
ROW = re.compile(r"\s*(?:\S\s+)*\S\s*")
SUMMARY = re.compile(r"[a-z ]+: [\d,]+ steps?, (?:hardest ~?\d+\.\d \([^()]*\)|none taken)"
                     r"|[\d,]+ steps?(?: and more)?")  # fmt: skip
PROOF = " " * 6
#: A record inside a page or a picture.
INSIDE = re.compile(r"<(script|metadata)[^>]*>\s*(\{.*?\})\s*</\1>", re.DOTALL)
#: Sentences that place a digit, with the groups of cell and digit.
PLACED = (
    (re.compile(r"(?<!\S)((?:(?:second|label) )?\S+) can only go in (r\d+c\d+)\.$"), (2, 1)),
    (re.compile(r"^(r\d+c\d+) is the last open cell of .*: it takes (\S+)\.$"), (1, 2)),
    (re.compile(r"^In (r\d+c\d+), only (\S+) is left\.$"), (1, 2)),
    (re.compile(r"^(r\d+c\d+) can only be ((?:second |label )?\S+)\.$"), (1, 2)),
)
#: What comes before the conclusion of a sentence or chain.
ENDS = re.compile(r"=>|[,;]? (?:so|thus|hence|therefore) (?:either way )?|: | also gives ")
#: The number and rating before a step in text of any tool: '3. ', '2.6 ', '3 2.6 '.
NUMBERED = re.compile(r"^\W*(?:\d+[.)]\s+|\d+\s+(?=~?\d+\.\d\s))?(?:~?\d+\.\d\s+)?")
#: Other arrows before a conclusion, as people type them and as pages write them. (An arrow begins
#: at the first of its dashes, so that a long row of them is read once, not once for each.)
ARROWS = re.compile(r"(?<![-=–—−])[-=–—−]+>|[⇒→⟹⟶➔➜]")
#: Longer numbers are not rows or columns.
MOST_DIGITS = 4


@frozen
class StepClaim:
    """The claims of a step.

    clauses: names of those it rests on; None if it names none. name: of its technique, "" if none.
    cells: (row, column) of the cells it mentions. number: its own, 0 if it has none. rest: the part
    of its line that was not parsed. singles_before: the number of singles that a terse list left
    out before it, in the order of `scale`. is_listed: it is one of the steps possible at the start,
    and is not taken. chain: the text before its arrow, which may end with a chain.
    """

    asserted: Variables
    denied: Variables
    clauses: tuple[str, ...] | None = None
    assumes_proper: bool = False
    name: str = ""
    cells: frozenset[Place] = frozenset()
    number: int = 0
    singles_before: int = 0
    scale: str = DEFAULT.name
    rest: str = ""
    is_listed: bool = False
    chain: str = ""


@frozen
class Steps:
    """Steps and their starting position.

    remark: a note on the start, or "". unread: lines that are not steps, with their numbers. end:
    what a record states about the board after the steps, by key.
    """

    start: Position
    claims: tuple[StepClaim, ...]
    remark: str = ""
    unread: tuple[tuple[int, str], ...] = ()
    end: tuple[tuple[str, Any], ...] = ()


def read_steps(
    text: str, puzzle: PuzzleLike | Position | None = None, from_state: bool = False
) -> Iterator[Steps]:
    """Yield the explanations in a text, one by one.

    puzzle: the start, for text that does not contain it. Raises `ParseError`.
    """
    inside = [match[2] for match in INSIDE.finditer(text)]
    if inside:
        text = "\n".join(inside)
    if text.lstrip().startswith("{"):
        for record in _records(text):
            yield _steps_of_record(record, puzzle, from_state)
        return
    yield from _steps_of_text(text.split("\n"), puzzle)


# -- JSON -----------------------------------------------------------------------------------------


def _records(text: str) -> Iterator[Record]:
    try:
        try:
            yield json.loads(text)
            return
        except json.JSONDecodeError:
            lines = [line for line in text.split("\n") if line.strip()]
            if len(lines) < 2:
                raise
        yield from (json.loads(line) for line in lines)
    except (ValueError, RecursionError) as error:
        raise _no_record(error) from None


def _no_record(error: object) -> ParseError:
    problem = f"the key {error} is missing" if isinstance(error, KeyError) else str(error)
    return ParseError(
        phrase(
            "this is not what `satdoku explain --format json` writes: {problem!s}", problem=problem
        )
    )


def _steps_of_record(
    record: Record, puzzle: PuzzleLike | Position | None, from_state: bool
) -> Steps:
    try:
        layout = Layout.named(record["layout"], record.get("symbols", ""))
        givens = parse(record["puzzle"], layout)
        masks = record.get("candidates")
        is_listed = "available" in record
        steps = record["available" if is_listed else "steps"]
        if not isinstance(steps, list) or not isinstance(record["puzzle"], str):
            raise TypeError("steps must be a list, and the puzzle one line")
        try:
            start = _start(puzzle, layout) if puzzle else Position.of(givens)
        except Inconsistency as error:
            if steps:
                raise
            return Steps(Position.of_broken(givens), (), str(error))
        ahead = [record["next"]] if "next" in record else []
        claims = tuple(claims_of_records([*steps, *ahead], start.theory, is_listed))
        outcome = {key: record.get(key) for key in ("outcome", "board", "solution")}
        # They describe the board before the step ahead.
        end = () if ahead else tuple(outcome.items())
        remark = ""
        if from_state and masks is None and not puzzle:
            raise ParseError("these steps include no candidates: leave out --from-state")
        if masks is not None and not puzzle:
            brought = _of_masks(masks, givens)
            if from_state:
                start = brought
            elif brought.status != start.status:
                remark = (
                    "the candidates in the file are not those that its givens leave: checked from "
                    "the givens (--from-state: check from the file's candidates)"
                )
    except (KeyError, TypeError, AttributeError, OverflowError) as error:
        raise _no_record(error) from None
    return Steps(start, claims, remark, end=end)


def _of_masks(masks: Any, givens: Puzzle) -> Position:
    layout = givens.layout
    n = layout.size
    if not isinstance(masks, list) or len(masks) != layout.cell_count:
        raise TypeError(f"candidates must be {layout.cell_count} numbers")
    if not all(type(mask) is int and 0 <= mask < 1 << n for mask in masks):
        raise TypeError("each candidate entry must be a number with one bit per digit")
    position = Position.of(givens)
    for variable in position.theory.board_range:
        cell, d = position.theory.cell_and_digit(variable)
        if not masks[cell] >> (d - 1) & 1:
            position.deny(variable)
    return position


def claims_of_records(
    records: Iterable[Record], theory: Theory, is_listed: bool = False
) -> Iterator[StepClaim]:
    """Yield the claims of JSON records; raise `ParseError` if one is not a step."""
    for number, record in enumerate(records, 1):
        try:
            asserted = tuple(_variable(triple, theory) for triple in record["asserted"])
            denied = tuple(_variable(triple, theory) for triple in record["denied"])
            yield StepClaim(
                asserted=asserted,
                denied=denied,
                clauses=tuple(map(str, record["clauses"])),
                assumes_proper=bool(record.get("assumes_proper")),
                name=str(record.get("name") or record.get("rule") or ""),
                is_listed=is_listed,
            )
        except (KeyError, TypeError, ValueError, AttributeError, SatdokuError) as error:
            raise ParseError(
                phrase(
                    "step {number!s} is not a record of a step: asserted, denied and clauses "
                    "are lists ({error!s})",
                    number=number,
                    error=error,
                )
            ) from None


def _variable(triple: Any, theory: Theory) -> int:
    r, c, d = triple
    if not all(type(part) is int for part in (r, c, d)):
        raise TypeError(f"{triple!r} is not [row, column, digit]")
    return theory.variable(r, c, d)


# -- Text -----------------------------------------------------------------------------------------


def _start(puzzle: PuzzleLike | Position, layout: Layout | None = None) -> Position:
    return puzzle if isinstance(puzzle, Position) else Position.of(parse(puzzle, layout))


def _steps_of_text(lines: list[str], puzzle: PuzzleLike | Position | None) -> Iterator[Steps]:
    given = None if puzzle is None else _start(puzzle)
    remark = ""
    is_post = given is None and not any(map(FROM.match, lines))
    if is_post:
        given, lines, remark = _in_post(lines)
    # Blank lines say nothing here, and a file may consist of millions of them.
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    parts: list[tuple[Position, list[tuple[int, str]]]] = []
    part: list[tuple[int, str]] = []
    is_ending = False  # within the lines after "from …" that belong to the end of its steps
    for number, line in numbered:
        origin = FROM.match(line)
        if origin:
            named = given or Position.of(parse(origin[1], Layout.named(origin[2], origin[3] or "")))
            parts.append((named, part))
            part, is_ending = [], True
        elif is_ending and _is_about_the_end(line):
            if ON_SCALE.search(line):
                parts[-1][1].append((number, line))
        else:
            is_ending = False
            part.append((number, line))
    if parts:  # trailing lines continue the last steps
        parts[-1][1].extend(part)
    elif given is None:
        raise ParseError(
            "steps as text need --puzzle, the position where they start (the output of `explain` "
            "includes it, unless it started from candidates)"
        )
    elif not _claims(numbered, given.theory, is_post)[0]:
        raise ParseError("no step found: a line must end like '=> r1c3<>7'")
    else:
        parts.append((given, part))
    for start, own in parts:
        claims, unread = _claims(own, start.theory, is_post)
        yield Steps(start, claims, remark, unread)


def _in_post(lines: list[str]) -> tuple[Position | None, list[str], str]:
    """Return the position of the puzzle that comes before the steps, as in a forum post; the lines,
    blank where they are its or name no cell; and a remark."""
    for start, end in _blocks_ahead(lines):
        try:
            puzzle = parse("\n".join(lines[start:end]))
        except ParseError:
            continue
        steps = [line if CELL.search(line) else "" for line in lines]
        written = sum(bool(line.strip()) for line in lines[:start] + lines[end:])
        skipped = written - sum(map(bool, steps))
        row = _first_row(lines, start, end, puzzle) + 1
        remark = phrase("the puzzle is in line {number}", number=row)
        if skipped:
            said = "{remark}; lines without a cell skipped: {number}"
            remark = phrase(said, remark=remark, number=skipped)
        return Position.of(puzzle), steps, remark
    return None, lines, ""


def _first_row(lines: list[str], start: int, end: int, puzzle: Puzzle) -> int:
    """Return the number of the line where a block's puzzle begins, after the words above it."""
    while re.search(r"\w", lines[start]):
        try:
            if parse("\n".join(lines[start + 1 : end])) != puzzle:
                break
        except ParseError:
            break
        start += 1
    return start


def _blocks_ahead(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of what may be a puzzle before the first line that names a cell: each
    line, then each run of lines without a blank one."""
    ahead = len(list(takewhile(lambda line: not CELL.search(line), lines)))
    written = [number for number in range(ahead) if lines[number].strip()]
    yield from ((number, number + 1) for number in written)
    starts = [number for number in written if number - 1 not in written]
    ends = [number + 1 for number in written if number + 1 not in written]
    yield from zip(starts, ends, strict=True)


def _is_about_the_end(line: str) -> bool:
    return not line.strip() or bool(ROW.fullmatch(line) or SUMMARY.fullmatch(line))


def claims_of_text(lines: Iterable[str], theory: Theory) -> tuple[StepClaim, ...]:
    """Return the claims of lines; lines without a conclusion are skipped."""
    return _claims(list(enumerate(lines, 1)), theory)[0]


def _claims(
    lines: list[tuple[int, str]], theory: Theory, is_post: bool = False
) -> tuple[tuple[StepClaim, ...], tuple[tuple[int, str], ...]]:
    """Return (the claims, the other lines) of numbered lines.

    If the lines are output of `explain` or `steps`, its other output is skipped: boards, the last
    line, and the proof below a step. In a post, a line of prose may look like a step or chain that
    cannot be read: it is one of the other lines.
    """
    ours = any(OURS.match(line) or SINGLES.match(line) for _, line in lines)
    endings = [ON_SCALE.search(line) for _, line in lines if SUMMARY.fullmatch(line)]
    scale = next((end[1] for end in endings if end), DEFAULT.name)
    claims = list[StepClaim]()
    unread = []
    last = 0
    is_below = False
    for number, line in lines:
        match = OURS.match(line)
        if run := SINGLES.match(line):
            claims += _singles(run, theory, scale, last)
            last, ours = int(run[1][:9]), True
            continue
        is_beside = (is_below and line.startswith(PROOF)) or _is_about_the_end(line)
        if not match and (SUMMARY.fullmatch(line) or (ours and is_beside)):
            continue
        is_below = bool(match)
        try:
            claim = _ours(match[2], match[3], theory) if match else _any(line, theory)
        except SatdokuError as error:
            if match or not is_post:
                problem = error.problem if isinstance(error, ParseError) else str(error)
                raise ParseError(problem, line=number) from None
            claim = None
        if claim is None:
            if line.strip():
                unread.append((number, line.strip()))
            continue
        if match and match[1]:
            own = int(match[1][:9])
            before = max(0, min(own - last - 1, 9999))
            claim = replace(claim, number=own, singles_before=before, scale=scale)
            last = own
        elif match:
            claim = replace(claim, is_listed=True)
        claims.append(claim)
    return tuple(claims), tuple(unread)


def _singles(run: re.Match[str], theory: Theory, scale: str, last: int) -> Iterator[StepClaim]:
    """Yield the claims of joined singles."""
    asserted, _ = _conclusions(run[2], theory)
    first = int(run[1][:9]) - len(asserted) + 1
    for number, v in enumerate(asserted, first):
        before = max(0, min(first - last - 1, 9999)) if number == first else 0
        yield StepClaim((v,), (), name="single", number=number, singles_before=before, scale=scale)


def _ours(name: str, said: str, theory: Theory) -> StepClaim:
    """Return a claim in the words of `sentences`, or (terse) in their notation."""
    placed = _placed(said, theory)
    if placed:
        return StepClaim(placed, (), name=name)
    *_, tail = ENDS.split(said)  # what comes before may hold chains
    asserted, denied = _conclusions(tail, theory)
    if not asserted and not denied:
        raise ParseError(phrase("{said!r} is not a conclusion that `explain` prints", said=said))
    return StepClaim(tuple(asserted), tuple(denied), name=name, chain=_chain_text(said, theory))


def _placed(said: str, theory: Theory) -> Variables:
    """Return what a sentence of `explain` that places a digit concludes; nothing for others."""
    for sentence, (cell, digit) in PLACED:
        if match := sentence.search(said):
            asserted, _ = _conclusions(f"{match[cell]}={match[digit]}", theory)
            return tuple(asserted)
    return ()


def _chain_text(text: str, theory: Theory) -> str:
    """Return what stands before the arrow, with its cells spread; "" if there is no arrow."""
    return spread_chain(text.rpartition("=>")[0], theory)


def spread_chain(text: str, theory: Theory) -> str:
    """Return the text of a chain with its cells spread; raise `ParseError` for a cell that is not
    on the board."""
    spread = spread_cells(text, theory)
    _cells(spread, theory)
    return spread


def _any(line: str, theory: Theory) -> StepClaim | None:
    """Return the claim in a line of any tool: 'NAME: reason => conclusion', 'NAME: conclusion', or
    a sentence of `explain` without its number and rating; None if it has no conclusion."""
    line = ARROWS.sub("=>", unescape(line))
    head, arrow, tail = line.rpartition("=>")
    if not arrow:
        for end in ENDS.finditer(line):
            head, tail = line[: end.start()], line[end.end() :]
        before, _, said = line.partition(": ")
        placed = _placed((said or before).strip(), theory)
        if placed:
            return StepClaim(placed, (), name=_name_in(before) if said else "")
    asserted, denied = _conclusions(tail, theory)
    if not asserted and not denied:
        return None
    # (A chain may have its digit in front: '(3): r1c1=r1c8'.)
    name = re.sub(r"\(?\w\)$", "", _name_in(head.partition(":")[0])).rstrip()
    if CELL.search(name) or "{" in name or re.fullmatch(r"\w", name):
        name = ""  # a chain in Eureka notation, or truths
    rest = head.partition(":")[2]
    cells = frozenset(_cells(spread_cells(rest, theory), theory))
    rest = _conclusion(symbols_of(theory)).sub("", spread_cells(tail, theory)).strip(" ,.;\t\r")
    return StepClaim(
        tuple(asserted),
        tuple(denied),
        name=name,
        cells=cells,
        rest=rest,
        chain=spread_chain(head, theory),
    )


def _name_in(text: str) -> str:
    """Return the name of a technique at the beginning of a line, without a number and a rating."""
    return NUMBERED.sub("", text).strip()


def symbols_of(theory: Theory) -> str:
    """Return the symbols of a board's digits."""
    return theory.known_layout.symbols


@lru_cache(maxsize=4)
def _conclusion(symbols: str) -> re.Pattern[str]:
    digit = f"[{re.escape(symbols)}]"
    return re.compile(
        r"((?:r\d+c\d+)(?:\s*,\s*r\d+c\d+)*)\s*(<>|!=|/=|≠|=)\s*"
        rf"({digit}(?![\w])|(?:(?:second|label)\s)?\w+)",
        re.IGNORECASE,
    )


def _conclusions(text: str, theory: Theory) -> tuple[list[int], list[int]]:
    """Return (asserted, denied)."""
    layout, symbols = theory.known_layout, symbols_of(theory)
    asserted = list[int]()
    denied = list[int]()
    for cells, sign, symbol in _conclusion(symbols).findall(spread_cells(text, theory)):
        for r, c in _cells(cells, theory):
            cell = layout.places.cell_at(r - 1, c - 1)
            known = cell_and_digit(layout, cell or 0, symbol)
            if known is None:
                raise ParseError(
                    phrase(
                        "{symbol!r} is not a digit of this board: they are {symbols!s}",
                        symbol=symbol,
                        symbols=symbols,
                    )
                )
            (asserted if sign == "=" else denied).append(theory.variable_of(*known))
    return asserted, denied


def _cells(text: str, theory: Theory) -> list[Place]:
    at, found = theory.known_layout.places, []
    for r, c in CELL.findall(text):
        if max(len(r), len(c)) > MOST_DIGITS or at.cell_at(int(r) - 1, int(c) - 1) is None:
            raise ParseError(phrase("r{r!s}c{c!s} is not a cell of this board", r=r[:9], c=c[:9]))
        found.append((int(r), int(c)))
    return found


def spread_cells(text: str, theory: Theory) -> str:
    """Expand groups of cells: 'r12c3' becomes r1c3,r2c3. Not on boards where 12 may be a number."""
    if not theory.known_layout.places.joins_names:
        return text

    def cells(match: re.Match[str]) -> str:
        rows, columns = match[1], match[2]
        if "0" in rows + columns or len(rows) > 9 or len(columns) > 9:
            raise ParseError(phrase("{cell!s} is not a cell of this board", cell=match[0][:20]))
        return ",".join(f"r{r}c{c}" for r in rows for c in columns)

    return CELL.sub(cells, text)
