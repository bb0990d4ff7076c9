"""What kernels answer, as digests: the same on every level, and by the interpreter.

`python kernel_digest.py COUNT` prints them for this machine, one operation per line; it needs NumPy
and satdoku alone, so that it runs under an emulator too (`test_wheels.py`).
"""

import hashlib
import sys

import numpy as np

from satdoku import Layout, Theory, batch
from satdoku.board import STANDARD
from satdoku.logic.difficulty.scales import SCALES
from satdoku.logic.search.following import LOG, paths_of
from tests.boards import mixed_boards


def answers(count):
    """(operation, what it answers) for so many boards, and for fewer where it is slow."""
    few = max(4, count // 10)
    for name in ("9x9", "6x6+diagonal"):
        layout = Layout.named(name)
        boards = mixed_boards(layout, count, seed=11)
        yield f"{name} solve", batch.solve(boards, limit=3, layout=layout)
        yield f"{name} first solutions", batch.first_solutions(boards, layout=layout)
        yield f"{name} base rules", batch.base_rules(boards, layout=layout)
        for keep in ("logic", "proper"):
            made = batch.generate(few, seed=5, keep=keep, layout=layout)
            yield f"{name} generate {keep}", made
            fewer = batch.minimize(made, keep=keep, symmetry="half-turn", layout=layout)
            yield f"{name} minimize {keep}", fewer
    yield "canonical", batch.canonical(made := batch.generate(few, seed=7, keep="proper"))
    for scale in SCALES:
        yield f"{scale} rate", repr(batch.rate(made[:2], scale=scale))
    yield from rules(made)


def rules(puzzles):
    """(rule, the first two steps that it finds by itself), for each rule of each scale.

    Forcing chains within others look for them on boards with few cells left, since the interpreter
    takes minutes for empty ones.
    """
    fuller = puzzles.copy()
    fuller[:, ::2] = batch.first_solutions(puzzles).solutions[:, ::2]
    theory = Theory.of(STANDARD)
    for scale in SCALES.values():
        paths = paths_of(theory, scale)
        for k, rule in enumerate(scale.rows):
            some = fuller[:1] if rule.rating > 9 else puzzles[: 1 if rule.rating > 6 else 20]
            followed = [paths.follow(board[None], None, 1 << k, 2, LOG) for board in some]
            yield (
                f"{scale.name} {rule.name}",
                [np.concatenate([*rated, log]).tolist() for rated, log in followed],
            )


def digests(count):
    """By operation, the digest of what it answers."""
    paths_of.cache_clear()  # searches are laid out for compiled code or for the interpreter
    return {operation: digest(answer) for operation, answer in answers(count)}


def digest(answer):
    """Of arrays, or of values with a complete repr."""
    found = hashlib.sha256()
    for value in answer if isinstance(answer, tuple) else (answer,):
        found.update(value.tobytes() if isinstance(value, np.ndarray) else repr(value).encode())
    return found.hexdigest()


if __name__ == "__main__":
    for operation, found in digests(int(sys.argv[1])).items():
        print(found, operation)
