"""Chains in Eureka notation, link by link: (4)r5c4=(4)r3c4-(4=17)r3c78."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, pairwise

from tests.reading.statements import (
    Candidate,
    Cell,
    Premise,
    cells_in,
    excludes,
    holding,
    is_strong,
    need,
)
from tests.sentences import CELL, Board, sees

NODE = r"\(\d(?:[-=]\d+)*\)r\d+c\d+(?:,r\d+c\d+)*"
ONE_DIGIT = rf"\((\d)\): ({CELL}(?:,{CELL})*(?:[-=]{CELL}(?:,{CELL})*)+)"
CHAIN = rf"{ONE_DIGIT}|{NODE}(?:[-=]{NODE})+|\(\d(?:[-=]\d+)+\)r\d+c\d+(?:,r\d+c\d+)*"


class Chain:
    """A chain in Eureka notation: links (sign, node, node), premises, and its first node."""

    def __init__(self, board: Board, text: str) -> None:
        self.board = board
        self.premises: list[Premise] = []
        nodes: list[list[Candidate]] = []
        signs: list[str] = []
        if one := re.fullmatch(ONE_DIGIT, text):
            parts = re.split(r"([-=])", one[2])
            nodes = [[(cell, int(one[1])) for cell in cells_in(part)] for part in parts[::2]]
            signs = parts[1::2]
        else:
            for token in re.findall(rf"{NODE}|[-=]", text):
                if token in "-=":
                    signs.append(token)
                    continue
                inside, cells = token[1:].split(")", 1)
                places = cells_in(cells)
                steps = re.split(r"([-=])", inside)
                if len(steps) > 1 and (len(places) > 1 or any(len(s) > 1 for s in steps)):
                    self.locked_set(places, steps)
                    steps[1] = "set"
                nodes += [self.of(places, step) for step in steps[::2]]
                signs += steps[1::2]
        need(len(signs) == len(nodes) - 1, f"{text}: {len(signs)} links of {len(nodes)} nodes")
        need(
            all(("-" in a) != ("-" in b) for a, b in pairwise(signs)), f"{text}: does not alternate"
        )
        for sign, (one_node, other) in zip(signs, pairwise(nodes), strict=True):
            self.link(sign, one_node, other)
        self.nodes = nodes

    def of(self, cells: list[Cell], digits: str) -> list[Candidate]:
        return [(c, int(d)) for d in digits for c in cells if int(d) in self.board.left(c)]

    def locked_set(self, cells: list[Cell], steps: list[str]) -> None:
        need(len(steps) == 3 and steps[1] == "=", f"{steps} is no set")
        digits = {int(d) for part in steps[::2] for d in part}
        need(len(digits) == len(cells) + 1, f"{cells} with {digits} are no almost locked set")
        need(all(sees(a, b) for a, b in combinations(cells, 2)), f"{cells} are in no house")
        self.premises += holding(self.board, cells, digits)

    def link(self, sign: str, one: list[Candidate], other: list[Candidate]) -> None:
        need(bool(one) and bool(other), "a node without candidates")
        for cell, d in (*one, *other):
            need(d in self.board.left(cell), f"({d}){cell} is no candidate")
        if sign == "-":
            # Of a locked set, one of its digits is meant.
            some = [[v for v in one if v[1] == d] for d in {d for _, d in one}]
            linked = any(all(excludes(v, w) for v in part for w in other) for part in some)
            need(linked, f"{one}-{other} is no link")
            return
        if sign == "set":  # its cells are premises
            return
        need(is_strong(self.board, one, other), f"{one}={other} is no strong link")
        self.premises.append(frozenset((*one, *other)))


def chains_in(board: Board, text: str) -> Iterator[Chain]:
    for match in re.finditer(CHAIN, text):
        yield Chain(board, match[0])
