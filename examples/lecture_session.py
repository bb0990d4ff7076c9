"""The lecture's session, from Python: generate a puzzle, then solve it by logic alone.

On the command line this is `satdoku generate | satdoku solve -`.
"""

import satdoku


def session(seed: int) -> str:
    """What the lecture's two programs print together."""
    puzzle = next(satdoku.generate(seed=seed))
    solution = satdoku.solve(puzzle, logic=True)
    thick, thin = "=" * 19, "-" * 19
    return "\n".join([thick, str(puzzle), thin, str(solution), thick])


if __name__ == "__main__":
    print(session(seed=2026))
