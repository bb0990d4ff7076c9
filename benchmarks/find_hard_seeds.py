"""Find hard puzzles from random ones: how `satdoku/logic/difficulty/hard_seeds.txt` was made.

    python benchmarks/find_hard_seeds.py --seed 1 --starts 20 > found.txt
    python benchmarks/find_hard_seeds.py --merge found.txt known.txt … > hard_seeds.txt

A start is a sample of random minimal puzzles. First the search climbs by `ease_of`, which is cheap:
of the hardest boards met, one given is exchanged for another, or two for two. Once boards with an
ease of at most EASY are met, they are rated, and the hardest by rating are followed, too. Puzzles
are printed from LEAST on, each with its rating (an estimate above 10.5). Everything follows from
the seed and the number of the start; nothing is read.

--from FILE: the same from the puzzles of a file, such as those found before.

--near FILE: puzzles rated HARD_ONES or more near those of a file, which may be published ones, none
an isomorph of those: how the hardest of `hard_seeds.txt` were made, in 300 rounds (96 s of
processor) from a published list of 375. What search refutes least is exchanged further, rated or
not, so the ways lead away from the file's puzzles.

--merge: of the puzzles found, one of each class of isomorphs that no file of known puzzles has, the
hardest first, with at most MOST_OF_GRID for one solved grid.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from heapq import heappop, heappush
from pathlib import Path

import numpy as np

from satdoku import batch
from satdoku.kernels.logic.state import SOLVED
from satdoku.layout import Layout
from satdoku.logic.difficulty.near_boards import ease_of, near_by_two, neighbours
from satdoku.logic.difficulty.scales import SE
from satdoku.logic.search.following import paths_of
from satdoku.random_stream import RandomStream
from satdoku.theory import Theory

BOARD = Layout.of_size(9)
#: Samples of a start, and how many of them are kept: those that take the most guesses.
MANY, WORTH = 4096, 512
#: Boards followed at a time: the hardest by `ease_of` (fewer once boards are rated), and the
#: hardest by rating. Rounds at most, and without a better rating.
BEAM, LESS, FEW, ROUNDS, PATIENCE = 24, 4, 3, 150, 30
#: Every how many rounds two givens are exchanged, of how many boards, how often each; later every
#: round, of the hardest by rating, DEEP times each.
KICK, KICKED, OFTEN, DEEP = 8, 4, 3, 64
#: The ease up to which boards are rated, and how many of a round are.
EASY, RATED = 210, 16
#: As much ease counts like a tenth less of rating.
EASE_OF_TENTH = 15
#: The rating from which puzzles are printed, in tenths.
LEAST = 100
#: Of --near: the rating, and the ease up to which boards are followed and rated.
HARD_ONES, PROMISING = 110, 125
MOST_OF_GRID = 4


def main() -> None:
    """Search, or merge what was found."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--first", type=int, default=0, help="number of the first start")
    asked.add_argument("--starts", type=int, default=1)
    asked.add_argument(
        "--from", dest="origin", metavar="FILE", help="begin at puzzles found before"
    )
    asked.add_argument("--near", metavar="FILE", help="only the hardest, near these")
    asked.add_argument("--rounds", type=int, default=ROUNDS, help="of --near")
    asked.add_argument("--merge", nargs="+", metavar="FILE")
    given = asked.parse_args()
    if given.merge:
        merge(given.merge[0], given.merge[1:])
        return
    for start in range(given.first, given.first + given.starts):
        stream = RandomStream(given.seed, start)
        if given.near:
            found = spread(puzzles_of(given.near), stream, given.rounds)
        else:
            boards = puzzles_of(given.origin) if given.origin else hard_boards(stream)
            found = climbed(boards, stream)
        for rating, board in found:
            print(f"{line_of(board)} {rating / 10:.1f}", flush=True)


def spread(
    boards: np.ndarray, stream: RandomStream, rounds: int
) -> Iterator[tuple[int, np.ndarray]]:
    """Yield (rating in tenths, canonical form) of new puzzles rated HARD_ONES or more, met on ways
    of exchanges from these through puzzles of little ease."""
    known = {form.tobytes() for form in batch.canonical(boards).forms}
    # ease, when it was met, the board: those whose neighbours, and whose ratings, are still unknown
    bases = [(0, k, board.tobytes()) for k, board in enumerate(boards)]
    unrated = list[tuple[int, int, bytes]]()
    of_grid = Counter[bytes]()
    for _ in range(rounds):
        bases_now = popped(bases, FEW)
        pairs = [near_by_two(board, BOARD, stream) for board in bases_now]
        near = np.concatenate([neighbours(np.array(bases_now), BOARD, stream), *pairs])
        forms = batch.canonical(near).forms
        for ease, form in zip(ease_of(forms, BOARD).tolist(), forms, strict=True):
            digits = form.tobytes()
            if ease <= PROMISING and digits not in known:
                known.add(digits)
                heappush(bases, (ease, len(known), digits))
                heappush(unrated, (ease, len(known), digits))
        few = list[tuple[int, int, bytes]]()
        while unrated and len(few) < FEW:
            few.append(heappop(unrated))
            if of_grid[grid_of(few[-1][2])] >= MOST_OF_GRID:
                few.pop()
        for rating, _, form in rated(few):
            if rating >= HARD_ONES:
                of_grid[grid_of(form)] += 1
                yield rating, np.frombuffer(form, np.uint8)


def grid_of(digits: bytes) -> bytes:
    """Return the canonical form of a puzzle's solution."""
    board = np.frombuffer(digits, np.uint8)
    grids = batch.solve(board[None]).solutions
    return batch.canonical(grids).forms[0].tobytes()


def climbed(boards: np.ndarray, stream: RandomStream) -> Iterator[tuple[int, np.ndarray]]:
    """Yield (rating in tenths, board) of the hard puzzles met from these."""
    known = set[bytes]()
    easy_first = list[tuple[int, int, bytes]]()  # ease, when it was met, the board
    hard_first = list[tuple[int, int, bytes]]()  # likewise by rating and ease
    best, best_round = 0, 0
    for number in range(ROUNDS):
        for ease, board in zip(ease_of(boards, BOARD).tolist(), boards, strict=True):
            digits = board.tobytes()
            if digits not in known:
                known.add(digits)
                heappush(easy_first, (ease, len(known), digits))
        few = list[tuple[int, int, bytes]]()
        while easy_first and easy_first[0][0] <= EASY and len(few) < RATED:
            few.append(heappop(easy_first))
        for rating, ease, digits in rated(few):
            heappush(hard_first, (ease // EASE_OF_TENTH - rating, len(known), digits))
            if rating >= LEAST:
                yield rating, np.frombuffer(digits, np.uint8)
            if rating > best:
                best, best_round = rating, number
        left = easy_first[0][0] if easy_first else 0
        told = f"round {number}: {len(known)} met, ease {left}, best {best / 10}"
        print(told, file=sys.stderr, flush=True)
        if best and number - best_round > PATIENCE:
            return
        hardest = popped(hard_first, FEW)
        easiest = popped(easy_first, LESS if best else BEAM)
        boards = neighbours(np.array(hardest + easiest), BOARD, stream)
        kicked = [board for board in hardest for _ in range(DEEP)]
        if number % KICK == KICK - 1 and not best:
            kicked = [board for board in easiest[:KICKED] for _ in range(OFTEN)]
        others = [near_by_two(board, BOARD, stream) for board in kicked]
        boards = np.concatenate([boards, *others])


def puzzles_of(name: str) -> np.ndarray:
    """Return the puzzles of a file, one per line."""
    return digits_of([line.split()[0] for line in Path(name).read_text().splitlines()])


def hard_boards(stream: RandomStream) -> np.ndarray:
    """Return WORTH × 81 digits: of MANY minimal puzzles, those that take the most guesses."""
    boards = batch.generate(MANY, seed=stream.next(), keep="proper")
    guesses = batch.first_solutions(boards).guesses
    return boards[np.argsort(-guesses, kind="stable")[:WORTH]]


def popped(heap: list[tuple[int, int, bytes]], most: int) -> list[np.ndarray]:
    """Remove the least boards from a heap, and return them."""
    number = min(most, len(heap))
    return [np.frombuffer(heappop(heap)[2], np.uint8) for _ in range(number)]


def rated(boards: list[tuple[int, int, bytes]]) -> Iterator[tuple[int, int, bytes]]:
    """Yield the rating of each board, in tenths, with its ease and the board."""
    if not boards:
        return
    digits = np.array([np.frombuffer(board, np.uint8) for _, _, board in boards])
    found, _ = paths_of(Theory.of(BOARD), SE).follow(digits, allowed=SE.all_rules)
    for (ease, _, board), rating, status in zip(boards, found.hardest, found.status, strict=True):
        if status == SOLVED:
            yield int(rating), ease, board


def merge(found: str, known: list[str]) -> None:
    """Print the puzzles of a file that are not isomorphs of others, or of known ones."""
    lines = [line.split() for line in Path(found).read_text().splitlines()]
    lines.sort(key=lambda line: (-float(line[1]), line[0]))
    met = set[bytes]()
    for name in known:
        texts = Path(name).read_text().splitlines()
        met |= forms([text.split()[0] for text in texts if text[:1] not in ("#", "")])
    boards = digits_of([line[0] for line in lines])
    grids = batch.canonical(batch.solve(boards).solutions).forms
    own = batch.canonical(boards).forms
    of_grid = Counter[bytes]()
    for k, (_, rating) in enumerate(lines):
        grid = grids[k].tobytes()
        if own[k].tobytes() in met or of_grid[grid] == MOST_OF_GRID:
            continue
        met.add(own[k].tobytes())
        of_grid[grid] += 1
        print(line_of(own[k]), rating)


def forms(texts: list[str]) -> set[bytes]:
    """Return the canonical forms of puzzles."""
    return {board.tobytes() for board in batch.canonical(digits_of(texts)).forms}


def digits_of(texts: list[str]) -> np.ndarray:
    """Return N × 81 digits of puzzles in 81 characters, 0 for blank."""
    return np.array([[int(c) if c.isdigit() else 0 for c in text[:81]] for text in texts], np.uint8)


def line_of(board: np.ndarray) -> str:
    """Return a board in 81 characters."""
    return "".join(str(d) if d else "." for d in board.tolist())


if __name__ == "__main__":
    main()
