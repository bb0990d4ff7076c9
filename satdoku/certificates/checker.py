"""Checks certificates and trusts nobody: `python checker.py < FILE` (format: docs/certify.md).

Variable n*n*(r-1) + n*(c-1) + d: row r, column c holds d. CNF: a cell holds one digit, a house each
digit once, the givens hold, this solution does not. Each clause of a proof follows by RUP."""

import hashlib
import json
import sys
from collections import defaultdict
from functools import lru_cache
from itertools import combinations

KEYS = "certificate size symbols houses puzzle solution cnf proper irreducible logic"


def _require(holds: object, what: str) -> None:
    if not holds:
        raise ValueError(f"it is not so that {what}")


@lru_cache(maxsize=8)
def theory(n: int, boxes: tuple[tuple[int, ...], ...]) -> tuple[list[list[int]], list[list[int]]]:
    """The clauses, of which no two variables are true (and one is, if there are n); their CNF."""
    houses = [range(r * n, r * n + n) for r in range(n)] + [range(c, n * n, n) for c in range(n)]
    _require(
        all([*box] == sorted({*box} & {*range(n * n)}) for box in boxes), "houses are of cells"
    )
    clauses, cnf = [[*range(v + 1, v + n + 1)] for v in range(0, n**3, n)], list[list[int]]()
    for cells in [*houses, *boxes]:
        clauses += [[n * cell + d for cell in cells] for d in range(1, n + 1)]
    for clause in clauses:
        cnf += [clause] * (len(clause) == n) + [[-a, -b] for a, b in combinations(clause, 2)]
    return clauses, cnf


def derive(cnf: list[list[int]], proof: list[list[int]]) -> set[int] | None:
    """What is true in the end, None if that contradicts itself. Two literals watch a clause."""
    true, trail, consistent = set[int](), list[int](), True
    watches = defaultdict[int, list[list[int]]](list)

    def assume(queue: list[int]) -> bool:
        for literal in queue:  # grows while it is read
            if -literal in true:
                return False
            if literal not in true:
                true.add(literal)
                trail.append(literal)
                for clause in watches.pop(-literal, ()):
                    clause[:2] = clause[1::-1] if clause[0] == -literal else clause[:2]
                    if k := next((k for k in range(2, len(clause)) if -clause[k] not in true), 0):
                        clause[1], clause[k] = clause[k], clause[1]
                    else:
                        queue.append(clause[0])
                    watches[clause[1]].append(clause)
        return True

    for number, clause in enumerate([*cnf, *proof]):
        if number >= len(cnf):
            mark, refuted = len(trail), all(clause) and not assume([-x for x in clause])
            _require(consistent and refuted, f"{clause} follows")
            true -= {trail.pop() for _ in trail[mark:]}
        watched = sorted(clause, key=lambda x: -x in true)
        for literal in watched[:2] if len(clause) > 1 else ():
            watches[literal].append(watched)
        if all(-x in true for x in watched[1:]):
            consistent = bool(clause) and assume(watched[:1]) and consistent
    return true if consistent else None


def check(line: bytes) -> str:
    """What is certified, if it is all so; ValueError, or what nonsense raises, if not."""
    said = json.loads(line, parse_float=int, parse_constant=int)  # whole numbers only
    n, symbols, digest = said["size"], said["symbols"], said.pop("digest")
    _require(hashlib.sha256(json.dumps(said).encode()).hexdigest() == digest, "the digest is right")
    _require(line == json.dumps(said | {"digest": digest}).encode() + b"\n", "it is as it was made")
    _require({*said} <= {*KEYS.split()} and said["certificate"] == 1, "this is all there is to say")
    lines = [said["puzzle"], said["solution"], *said.get("irreducible", ())]
    _require(0 < n < 50 and {(type(t), len(t)) for t in lines} == {(str, n * n)}, "grids are n × n")
    _require(len({*symbols} - {"."}) == n == len(symbols), "there are n symbols, each another")
    clauses, cnf = theory(n, tuple(map(tuple, said["houses"])))
    grids = [{n * c + symbols.index(s) + 1 for c, s in enumerate(t) if s != "."} for t in lines]
    fit = ((len(c) == n) <= len(grid.intersection(c)) <= 1 for grid in grids[1:] for c in clauses)
    _require(all(fit), "all grids are right")
    (givens, solution), own = grids[:2], [[v] for v in sorted(grids[0])]
    full = [*cnf, *own, [-v for v in sorted(solution)]]
    text = [f"p cnf {n**3} {len(full)}", *(" ".join(map(str, [*clause, 0])) for clause in full), ""]
    digest = hashlib.sha256("\n".join(text).encode()).hexdigest()
    _require(said["cnf"] == f"pairwise, givens, not the solution: sha256 {digest}", "the CNF is it")
    _require(givens <= solution and derive(full, said["proper"]) is None, "no other grid will do")
    for [given], other in zip(own, grids[2:], strict="irreducible" in said):
        _require(givens - other == {given}, f"another grid will do without {given}")
    steps = [lemma for step in said.get("logic", ()) for lemma in step["lemmas"]]
    reached = derive([*cnf, *own], steps) if "logic" in said else solution
    _require(solution <= (reached or set()), "the steps lead to the solution")
    return ", ".join(key for key in KEYS.split()[-3:] if key in said)


if __name__ == "__main__":
    print(*map(check, sys.stdin.buffer), sep="\n")
