"""A player's chain as a value: each link with what is wrong with it, and what the chain proves.

>>> from satdoku.logic.starting import position_of
>>> position = position_of("..1..23..4......")
>>> judged_chain(position, "(4)r2c1=(4)r2c4-(4)r1c4=(4)r1c1").text()
'All links hold: r4c4<>4.'
>>> judged_chain(position, "(4)r2c1=(4)r2c4=(4)r1c4").text()
'Wrong: two strong links meet at (4)r2c4: strong and weak links must take turns.'
"""

from __future__ import annotations

from ..frozen import frozen
from ..record_types import TypedDict
from ..theory import Variables
from .eureka import ChainNode, chain_in, conclusions_of, link_problems
from .position import Position
from .step_text.sentences import conclusion_text
from .step_text.step_texts import spread_chain

#: What is said of a text that holds no chain.
UNREAD = "Write it as (3)r1c1=(3)r1c8-(3)r9c8: strong links =, weak links -."


#: "from" is no name in a class.
JudgedLinkRecord = TypedDict(
    "JudgedLinkRecord",
    {
        "from": list[list[int]],
        "to": list[list[int]],
        "kind": str,
        "text": str,
        "problem": str,
    },
)


class JudgedChainRecord(TypedDict):
    """nodes: the candidates of each, [cell from 0, digit]. links: each with its ends, its kind
    ("strong" or "weak"), and what is wrong with it, "" if it holds. proves: the candidates that the
    chain denies, none if a link does not hold. problem: of the first such link. text: the verdict
    in words."""

    nodes: list[list[list[int]]]
    links: list[JudgedLinkRecord]
    proves: list[list[int]]
    problem: str
    text: str


@frozen
class JudgedLink:
    """A link between two nodes. sign: '=' or '-'; problem: why it does not hold, "" if it does."""

    one: ChainNode
    sign: str
    other: ChainNode
    problem: str


@frozen
class JudgedChain:
    """A chain, its links judged, and the candidates that it denies. is_read: whether the text holds
    a chain, or nothing."""

    position: Position
    nodes: tuple[ChainNode, ...] = ()
    links: tuple[JudgedLink, ...] = ()
    denied: Variables = ()
    is_read: bool = True

    @property
    def problem(self) -> str:
        """What is wrong with the first link that does not hold; "" if all hold."""
        return next((link.problem for link in self.links if link.problem), "")

    def text(self) -> str:
        """Return the verdict in a sentence; "" of a chain without links."""
        if not self.is_read:
            return UNREAD
        if not self.links:
            return ""
        if self.problem:
            return f"Wrong: {self.problem}."
        if not self.denied:
            return "All links hold, but nothing follows from them yet."
        return f"All links hold: {conclusion_text(self.position.theory, (), self.denied)}."

    def record(self) -> JudgedChainRecord:
        """Return a record for JSON."""
        links = list[JudgedLinkRecord]()
        for link in self.links:
            kind = "strong" if link.sign == "=" else "weak"
            one = self._candidates(link.one)
            other = self._candidates(link.other)
            text = f"{link.one.text}{link.sign}{link.other.text}"
            links.append(
                {"from": one, "to": other, "kind": kind, "text": text, "problem": link.problem}
            )
        return {
            "nodes": [self._candidates(node) for node in self.nodes],
            "links": links,
            "proves": self._pairs(self.denied),
            "problem": self.problem,
            "text": self.text(),
        }

    def _candidates(self, node: ChainNode) -> list[list[int]]:
        return self._pairs(sorted(set().union(*node.parts)))

    def _pairs(self, variables: Variables | list[int]) -> list[list[int]]:
        theory = self.position.theory
        return [list(theory.cell_and_digit(v)) for v in variables]


def judged_chain(position: Position, text: str) -> JudgedChain:
    """Return a chain in Eureka notation, judged link by link at a position.

    Raises `ParseError` for a cell that is not on the board.
    """
    spread = spread_chain(text, position.theory)
    chain = chain_in(spread, position, fewest=1)
    if not chain:
        return JudgedChain(position, is_read=not text)
    links = []
    for k, problem in enumerate(link_problems(position, chain)):
        one, other = chain.nodes[k : k + 2]
        links.append(JudgedLink(one, chain.signs[k], other, problem))
    judged = JudgedChain(position, chain.nodes, tuple(links))
    if not links or judged.problem:
        return judged
    denied = tuple(conclusions_of(position, chain))
    return JudgedChain(position, chain.nodes, tuple(links), denied)
