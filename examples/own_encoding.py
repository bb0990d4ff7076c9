"""An encoding of your own, judged and compared: `python own_encoding.py`.

The split encoding: exactly one of k variables, where an auxiliary variable says whether it is in
the first half; so a clause of nine falls into halves of four and five, and these into pairs.
"""

import satdoku


def split(k: int, exactly_one: bool) -> list[list[int]]:
    """Return clauses over 1 … k and auxiliary variables from k + 1 on."""
    clauses: list[list[int]] = []
    top = k

    def at_most_one(variables: list[int]) -> None:
        nonlocal top
        if len(variables) <= 4:
            clauses.extend([-a, -b] for a in variables for b in variables if a < b)
            return
        top += 1
        half = len(variables) // 2
        first, second, left = variables[:half], variables[half:], top
        clauses.extend([-v, left] for v in first)
        clauses.extend([-v, -left] for v in second)
        at_most_one(first)
        at_most_one(second)

    at_most_one(list(range(1, k + 1)))
    return [*clauses, *([list(range(1, k + 1))] if exactly_one else [])]


if __name__ == "__main__":
    satdoku.register_encoding("split", split)
    print(satdoku.judge_encoding("split").text())
    puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    print(satdoku.compare(puzzle, ["cadical153"], ["pairwise", "product", "split"]).text())
