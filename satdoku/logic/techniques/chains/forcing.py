"""Forcing chains and nets: what follows from an assumption, from all cases, or from both values.

An asserted candidate denies its peers, and the last candidate of a clause is asserted: chains use
only clauses of two candidates, nets use all. Contradiction: a clause breaks, so the opposite holds
(a refutation). Verity: whichever candidate of a cell or place of a digit is true, the same literal
follows (a refutation whose broken clause is that one); likewise if it follows from x and from not
x.

Sources: Sudopedia, "Forcing Chain", "Forcing Net"; HoDoKu's and Sudoku Explainer's names.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....cancellation import look
from ...catalog.row import Technique
from ...view import Found, View

LISTED = (
    Technique("single-digit refutation", 7.5, f"{__name__}:nishio", None, ("Nishio",)),
    Technique("cell forcing chain", 8.0, f"{__name__}:verity", (False, "cell"), (),
              "forcing chain"),
    Technique("region forcing chain", 8.0, f"{__name__}:verity", (False, "region"),
              ("house forcing chain", "unit forcing chain"), "forcing chain"),
    Technique("double forcing chain", 8.0, f"{__name__}:verity", (False, "both"), ()),
    Technique("forcing chain contradiction", 8.0, f"{__name__}:contradiction", False),
    Technique("forcing chain verity", 8.0, f"{__name__}:verity", (False, ""), joint=True),
    Technique("forcing chain", 8.0, f"{__name__}:contradiction", False, joint=True),
    Technique("forcing net contradiction", 8.5, f"{__name__}:contradiction", True,
              ("whip", "braid"), slow=True),
    Technique("forcing net verity", 8.5, f"{__name__}:verity", (True, ""), (), slow=True),
    Technique("refutation", 8.5, f"{__name__}:contradiction", True, joint=True),
)  # fmt: skip
LESSONS = ()


class Closure:
    """The consequences of a literal. true, false: variables as bits; broken: a clause, or -1."""

    def __init__(self, view: View, literal: int, is_net: bool, digit: int = 0) -> None:
        theory, status = view.theory, view.position.status
        self.reason: dict[int, tuple[int, int]] = {}  # literal: (clause, literal before it)
        self.view, self.literal, self.broken = view, literal, -1
        self.true = self.false = 0
        left, strong = _counts(view)
        rest = dict[int, int]()
        queue = [literal]
        self.reason[literal] = (-1, 0)
        for known in queue:  # grows during iteration
            look()
            v = abs(known)
            if known > 0:
                self.true |= 1 << v
                if self.false >> v & 1:
                    self.broken = self.reason[-v][0]
                    return
                for clause in theory.occurrences[v]:
                    if digit and theory.clauses[clause].digit != digit:
                        continue
                    for w in theory.members[clause]:
                        if w != v and not status[w] and -w not in self.reason:
                            self.reason[-w] = (clause, v)
                            queue.append(-w)
                continue
            self.false |= 1 << v
            for clause in theory.occurrences[v]:
                if not theory.clauses[clause].exactly_one or (
                    digit and theory.clauses[clause].digit != digit
                ):
                    continue
                count = rest.get(clause, left[clause]) - 1
                rest[clause] = count
                if count == 0:
                    self.broken = clause
                    self._give_up(clause)
                    return
                if count == 1 and (is_net or strong[clause]):
                    last = next(
                        w for w in theory.members[clause]
                        if not status[w] and not self.false >> w & 1
                    )  # fmt: skip
                    if last not in self.reason:
                        self.reason[last] = (clause, known)
                        queue.append(last)

    def _give_up(self, clause: int) -> None:
        self.broken = clause

    def clauses(self, literal: int) -> list[int]:
        """Return the clauses by which a literal follows; for 0, those by which the clause
        breaks."""
        theory, status = self.view.theory, self.view.position.status
        found, known = dict[int, None](), set[int]()
        if literal:
            queue = [literal]
        else:
            found[self.broken] = None
            queue = [-w for w in theory.members[self.broken] if not status[w]]
            queue = [q for q in queue if q in self.reason] or queue
        while queue:
            here = queue.pop()
            if here in known or here not in self.reason:
                continue
            known.add(here)
            clause, before = self.reason[here]
            if clause < 0:
                continue
            found[clause] = None
            if here < 0:
                queue.append(before)
            else:
                queue += [-w for w in theory.members[clause] if w != here and not status[w]]
        return list(found)

    @property
    def literals(self) -> set[int]:
        """All literals that follow, the assumption itself included."""
        return set(self.reason)


def _counts(view: View) -> tuple[list[int], list[bool]]:
    """Return by clause the number of its candidates, and whether it is two."""
    known: tuple[list[int], list[bool]] | None = view.__dict__.get("_counts")
    if known is None:
        counts = [len(view.position.open_members(c)) for c in range(len(view.theory.clauses))]
        known = view.__dict__["_counts"] = (counts, [count == 2 for count in counts])
    return known


def closures(view: View, is_net: bool) -> dict[int, Closure]:
    """Return the closures of all candidates, assumed true and assumed false, by literal."""
    kept: dict[bool, dict[int, Closure]] = view.__dict__.setdefault("_closures", {})
    if is_net not in kept:
        literals = [sign * v for v in view.held(view.open) for sign in (1, -1)]
        kept[is_net] = {literal: Closure(view, literal, is_net) for literal in literals}
    return kept[is_net]


def contradiction(view: View, is_net: bool) -> Iterator[Found]:
    """Yield assumptions that break a clause."""
    for literal, closure in closures(view, is_net).items():
        if closure.broken >= 0:
            yield _refuted(view, literal, closure)


def nishio(view: View, _: object) -> Iterator[Found]:
    """Yield assumptions that break a clause of their digit, by clauses of that digit alone."""
    for v in view.held(view.open):
        closure = Closure(view, v, True, view.layout.cell_and_digit(v)[1])
        if closure.broken >= 0:
            yield _refuted(view, v, closure)


def _refuted(view: View, literal: int, closure: Closure) -> Found:
    name = view.theory.variable_name(abs(literal))
    said = (
        f"If {name} were {'true' if literal > 0 else 'false'}, "
        f"{view.theory.clauses[closure.broken]} would have nothing left, or twice the digit"
    )
    clauses = tuple(closure.clauses(0))
    if literal < 0:
        clauses += view.theory.occurrences[-literal]
    return Found(
        (literal,) if literal > 0 else (),
        (-literal,) if literal < 0 else (),
        said,
        clauses,
        roles=(("supposed", (abs(literal),)), ("broken", _members(view, closure.broken))),
        size=len(clauses),
    )


def _members(view: View, clause: int) -> tuple[int, ...]:
    return tuple(view.position.open_members(clause))


def verity(view: View, mode: tuple[bool, str]) -> Iterator[Found]:
    """Yield the literals that follow in every case.

    mode: (whether nets are used, "cell", "region", "both" (x and not x) or "" for all).
    """
    is_net, kind = mode
    every = closures(view, is_net)
    theory = view.theory
    if kind in ("both", ""):
        for v in view.held(view.open):
            on, off = every[v], every[-v]
            if on.broken < 0 and off.broken < 0:
                name = theory.variable_name(v)
                for literal in sorted((on.literals & off.literals) - {v, -v}):
                    said = f"It follows if {name} is true, and if it is false"
                    yield _forced(literal, said, (), [on, off], (("supposed", (v,)),))
    if kind == "both":
        return
    for index, clause in enumerate(theory.clauses):
        left = view.position.open_members(index)
        is_cell = clause.house is None
        if len(left) < 2 or not clause.exactly_one or kind not in ("", ("region", "cell")[is_cell]):
            continue
        ways = [every[v] for v in left if v in every]
        if len(ways) < len(left) or any(way.broken >= 0 for way in ways):
            continue
        common = set.intersection(*(way.literals for way in ways))
        said = f"Whatever is true in {clause}, the same follows"
        for literal in sorted(common):
            yield _forced(literal, said, (index,), ways, (("supposed", tuple(left)),))


def _forced(
    literal: int,
    said: str,
    bases: tuple[int, ...],
    ways: list[Closure],
    roles: tuple[tuple[str, tuple[int, ...]], ...],
) -> Found:
    clauses = dict.fromkeys(c for way in ways for c in way.clauses(literal))
    return Found(
        (-literal,) if literal < 0 else (),
        (literal,) if literal > 0 else (),
        said,
        bases,
        (),
        tuple(clauses),
        roles=roles,
        size=len(clauses),
    )
