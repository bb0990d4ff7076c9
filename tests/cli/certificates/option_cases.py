"""For each option of the commands of this room a case; see tests/cli/option_cases.py."""

from tests.cli.option_values import EASY, LINES, NOWHERE, PROPER, TWELVE

CHANGES = {
    "certify": {name: case for name, case in LINES.items() if name != "--format"} | {
        "--claim": (PROPER, ["--claim", "logic"]),
        "--rules": (PROPER, ["--claim=logic"], ["--rules", "naked single"]),
        "--prover": ("1" + "." * 15, ["--prover", "nonsense"]),
        "--dimacs": (PROPER, ["--dimacs", "out.cnf"]),
        "--drat": (PROPER, ["--drat", "out.drat"]),
        "--lrat": (PROPER, ["--lrat", "out.lrat"]),
        "--opb": (PROPER, ["--opb", "out.opb"]),
        "--veripb": (PROPER, ["--veripb", "out.pbp"]),
        "--limit": (TWELVE, ["--claim=at-least"], ["--limit", "3"]),
        "--follows": (TWELVE, ["--follows", "r1c3<>1"]),
        "--denied": (TWELVE, ["--follows=3r1c3"], ["--denied", "4r1c4"]),
        "--equals": (PROPER, ["--equals", PROPER]),
        "--time-limit": (EASY, ["--time-limit", "1e-9"]),
    },
    "verify": {
        "--kind": ("!", "certificates.txt", NOWHERE),
        "--dimacs": ("!", "certificates.txt", ["--dimacs", "small.cnf"]),
        "--puzzle": ("!", "certificates.txt", ["--puzzle", PROPER]),
        "--second-opinion": ("certificates.txt", ["--second-opinion"]),
        "--format": ("certificates.txt", ["--format", "json"]),
        "--layout": ("certificates.txt", ["--layout", "9x9"]),
        "--symbols": ("certificates.txt", ["--symbols", "ABCDEF"]),
        "--output": ("certificates.txt", ["--output", "out.txt"]),
    },
}  # fmt: skip

INPUTS = {
    "certificates.txt": lambda printed: printed("certify", PROPER),
    "small.cnf": lambda printed: printed("export", PROPER),
}
