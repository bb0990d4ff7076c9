"""Regular expressions over single characters, as automata (Thompson's construction).

Supported: characters, `.`, `[abc]`, `[^a-c]`, `( )`, `(?: )`, `|`, `*`, `+`, `?`, `{m}`, `{m,}`,
`{m,n}`. The whole text must match. Back references and look-around raise `LayoutError`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from ...errors import LayoutError
from ...phrases import phrase

#: The maximum number of states of an automaton.
MOST_STATES = 2_000
#: The states that a word can lead to.
States = frozenset[int]
#: The first and the last state of a part of the automaton.
Fragment = tuple[int, int]
#: How often a mark allows what is before it: (fewest, most or None).
TIMES: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}


@dataclass(slots=True)
class NondeterministicAutomaton:
    """A nondeterministic automaton: edges[state] are (characters or None, excluded, target)."""

    edges: list[list[tuple[str | None, bool, int]]] = field(default_factory=list)
    begin: int = 0
    end: int = 0

    def new(self) -> int:
        """Return a new state."""
        if len(self.edges) >= MOST_STATES:
            raise LayoutError("the regular expression is too large")
        self.edges.append([])
        return len(self.edges) - 1

    @property
    def start(self) -> States:
        """The states before anything is read."""
        return self._closed({self.begin})

    def step(self, states: States, character: str) -> States:
        """Return the states after reading a character."""
        edges = (edge for state in states for edge in self.edges[state])
        return self._closed(
            {
                target
                for characters, excluded, target in edges
                if characters is not None and (character in characters) != excluded
            }
        )

    def accepts(self, states: States) -> bool:
        """Return whether the word may end here."""
        return self.end in states

    def _closed(self, states: set[int]) -> States:
        pending = list(states)
        while pending:
            for characters, _, target in self.edges[pending.pop()]:
                if characters is None and target not in states:
                    states.add(target)
                    pending.append(target)
        return frozenset(states)


@lru_cache(maxsize=64)
def compiled(text: str) -> NondeterministicAutomaton:
    """Return the automaton of an expression; raise `LayoutError` for an invalid one."""
    return _Parser(text).machine()


class _Parser:
    """Recursive descent; each part of the text becomes a fragment of the automaton."""

    def __init__(self, text: str) -> None:
        if not text or len(text) > 500:
            raise LayoutError("a regular expression has 1 to 500 characters")
        self.text = text
        self.place = 0
        self.depth = 0
        self.made = NondeterministicAutomaton()

    def machine(self) -> NondeterministicAutomaton:
        self.made.begin, self.made.end = self._choice()
        if self.place < len(self.text):
            raise self._error()
        return self.made

    def _error(self) -> LayoutError:
        return LayoutError(
            phrase(
                "the regular expression {text!r} is not valid at character {place!s}",
                text=self.text,
                place=self.place + 1,
            )
        )

    def _peek(self) -> str:
        return self.text[self.place : self.place + 1]

    def _take(self) -> str:
        self.place += 1
        return self.text[self.place - 1 : self.place]

    def _edge(self, a: int, b: int, characters: str | None = None, excluded: bool = False) -> None:
        self.made.edges[a].append((characters, excluded, b))

    def _choice(self) -> Fragment:
        begin = self.made.new()
        end = self.made.new()
        while True:
            first, last = self._sequence()
            self._edge(begin, first)
            self._edge(last, end)
            if self._peek() != "|":
                return begin, end
            self._take()

    def _sequence(self) -> Fragment:
        begin = end = self.made.new()
        while self._peek() not in ("", "|", ")"):
            first, last = self._repeated()
            self._edge(end, first)
            end = last
        return begin, end

    def _repeated(self) -> Fragment:
        start = self.place
        part = self._atom()
        while self._peek() and self._peek() in "*+?{":
            low, high = self._times()
            part = self._copies(start, low, high)
        return part

    def _times(self) -> tuple[int, int | None]:
        mark = self._take()
        if mark != "{":
            return TIMES[mark]
        inside = ""
        while self._peek() not in ("}", ""):
            inside += self._take()
        low, comma, high = inside.partition(",")
        if self._take() != "}" or not low.isdigit() or not (high == "" or high.isdigit()):
            raise self._error()
        least = int(low)
        if not comma:
            return least, least
        return least, int(high) if high else None

    def _copies(self, start: int, low: int, high: int | None) -> Fragment:
        """Repeat the part of the text that begins at `start`."""
        begin = end = self.made.new()
        for i in range(max(low, high or 0) + (high is None)):
            # a copy needs states of its own: the part of the text is parsed again for each
            after, self.place = self.place, start
            first, last = self._atom()
            self.place = after
            self._edge(end, first)
            if high is None and i == low:
                self._edge(last, end)  # over and over
                continue
            if i >= low:
                self._edge(end, last)
            end = last
        return begin, end

    def _atom(self) -> Fragment:
        mark = self._take()
        if mark == "(":
            self.depth += 1
            if self.depth > 40:
                raise LayoutError("the regular expression is nested too deeply")
            if self.text.startswith("?:", self.place):
                self.place += 2
            part = self._choice()
            self.depth -= 1
            if self._take() != ")":
                raise self._error()
            return part
        begin = self.made.new()
        end = self.made.new()
        if mark == ".":
            self._edge(begin, end, "", excluded=True)
        elif mark == "[":
            excluded = self._peek() == "^" and bool(self._take())
            characters = ""
            while self._peek() not in ("]", ""):
                first = self._take()
                last = self.text[self.place + 1 : self.place + 2]
                if self._peek() == "-" and last not in ("]", ""):
                    self._take()
                    characters += "".join(map(chr, range(ord(first), ord(self._take()) + 1)))
                else:
                    characters += first
            if self._take() != "]":
                raise self._error()
            self._edge(begin, end, characters, excluded)
        elif mark.isalnum():
            self._edge(begin, end, mark)
        else:
            self.place -= 1
            raise self._error()
        return begin, end
