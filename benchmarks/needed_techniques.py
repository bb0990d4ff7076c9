"""Whether a puzzle is made that needs each technique, and how long that takes.

    python benchmarks/needed_techniques.py --time-limit 60 --part 0/2 > needs.txt

Of each name: made, refused (with the reason), or none (with what the search says); processor
seconds; the puzzle. --part K/N: only every Nth name, from number K on. The limit is of processor
seconds; a search that it ends says so. Without --time-limit the search ends by itself.
"""

import argparse
import time

import satdoku
from satdoku.backends.base import ProcessorClock
from satdoku.errors import GenerationError, PuzzleError, TimeLimitReached
from satdoku.logic.catalog.names import by_name
from satdoku.logic.catalog.rules import TABLE

#: Kinds of techniques that only boards with rules have.
OF_RULES = ("rule", "sum")


def main() -> None:
    """Make a puzzle for each name."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--time-limit", type=float)
    asked.add_argument("--part", default="0/1", metavar="K/N")
    asked.add_argument("--names", nargs="*", help="only these")
    given = asked.parse_args()
    first, parts = map(int, given.part.split("/"))
    of_rules = {row.name for row in TABLE if row.kind in OF_RULES}
    names = given.names or [name for name in by_name() if name not in of_rules]
    for name in names[first::parts]:
        begun = time.process_time()
        outcome, told = made(name, given.time_limit)
        spent = time.process_time() - begun
        print(f"{name} | {outcome} | {spent:.1f} | {told}", flush=True)


def made(name: str, time_limit: float | None) -> tuple[str, str]:
    """Return "made", "refused" or "none", and the puzzle or the reason."""
    try:
        puzzles = satdoku.generate(seed=1, needs=name)
        puzzle = ProcessorClock(time_limit).within(lambda: next(puzzles))
    except TimeLimitReached:
        return "none", f"{time_limit:g} s were over"
    except GenerationError as error:
        return "none", str(error)
    except PuzzleError as error:
        return "refused", str(error)
    return "made", puzzle.line


if __name__ == "__main__":
    main()
