"""For each option of the commands of this room a case; see tests/cli/option_cases.py."""

CHANGES = {
    "read": {
        "--layout": ("board.pgm", ["--layout", "4x4+diagonal"]),
        "--symbols": ("board.pgm", ["--layout", "4x4"], ["--symbols", "ABCD"]),
        "--format": ("board.pgm", ["--format", "line"]),
        "--output": ("board.pgm", ["--output", "out.txt"]),
    },
}


def board(printed):
    """A PGM picture of a small puzzle."""
    import numpy as np

    from satdoku import parse
    from tests.pictures.drawing import Style, drawn

    pixels = np.asarray(drawn(parse("1.....3..1.....2"), Style("", margin=20)).convert("L"))
    rows = "\n".join(" ".join(map(str, row)) for row in pixels.tolist())
    return f"P2\n{pixels.shape[1]} {pixels.shape[0]}\n255\n{rows}\n"


INPUTS = {"board.pgm": board}
