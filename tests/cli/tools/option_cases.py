"""For each option of the commands of this room a case; see tests/cli/option_cases.py."""

from tests.cli.option_values import FORM, LINE, OWN, PROPER

CHANGES = {
    "help": {},
    "schema": FORM,
    "completion": {},
    "selfcheck": {
        "--minutes": ("!", PROPER, ["--check=text"], ["--minutes", "2"]),
        "--seed": ("!", PROPER, ["--check=text"], ["--seed", "2"]),
        "--command": (PROPER, ["--check=text"], ["--command", "evens.py:evens"]),
        "--kind": (LINE, ["--check=text"], OWN["--kind"][-1]),
        "--check": (PROPER, ["--check=text"], ["--check", "kernels"]),
        "--layout": (PROPER, ["--check=text"], ["--layout", "9x9"]),
        "--symbols": (PROPER, ["--check=text"], ["--symbols", "ABCDEF"]),
    },
}  # fmt: skip
