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
    """A picture of a small puzzle."""
    from tests.pictures.drawing import as_text

    return as_text("1.....3..1.....2")


INPUTS = {"board.pgm": board}
