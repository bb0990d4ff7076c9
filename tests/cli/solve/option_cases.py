"""For each option of the commands of this room a case; see tests/cli/option_cases.py."""

from tests.cli.option_values import CAGES, EASY, HARD, LINES, PROPER, STREAM, TWELVE
from tests.oracle import NEFARIOUS

#: Of the commands that are judged here: what is run without an option, and what is put behind it
#: that must change the status, what is printed or what is written. "!" before it: what must be
#: refused instead (exit status 2), since it would change nothing.
SOLVE = {
    "--logic": (NEFARIOUS, ["--logic"]),
    "--all": (TWELVE, ["--all"]),
    "--limit": (TWELVE, ["--limit", "3"]),
    "--engine": (TWELVE, ["--format", "json", "--stats"], ["--engine", "dlx"]),
    "--encoding": (EASY, ["--encoding", "nonsense"]),
    "--stats": (EASY, ["--format", "json"], ["--stats"]),
    "--time-limit": (HARD, ["--time-limit", "1e-9"]),
    "--add": (EASY, ["--format", "json"], ["--add", "clues"]),
}
CHANGES = {
    "solve": SOLVE | STREAM,
    "check": STREAM | {
        "--require": (TWELVE.replace("1", "."), ["--require", "minimal", "--format", "json"]),
        "--summary": (TWELVE, ["--summary"]),
        "--language": (TWELVE, ["--language", "de"]),
        "--add": ("!", EASY, ["--summary", "--format", "json", "--add", "clues"]),
        "--engine": (TWELVE, ["--engine", "nonsense"]),
        "--encoding": (EASY, ["--encoding", "nonsense"]),
        "--stats": (EASY, ["--format", "json"], ["--stats"]),
        "--time-limit": (EASY, ["--time-limit", "1e-9"]),
    },
    "count": STREAM | {
        "--add": (EASY, ["--format", "json"], ["--add", "clues"]),
        "--from": (CAGES, ["--limit", "5"], ["--from", "cages.py:cages"]),
        "--limit": (TWELVE, ["--limit", "3"]),
        "--engine": (TWELVE, ["--engine", "nonsense"]),
        "--encoding": (EASY, ["--encoding", "nonsense"]),
        "--stats": (EASY, ["--format", "json"], ["--stats"]),
        "--time-limit": (HARD, ["--time-limit", "1e-9"]),
    },
    "diagnose": LINES | {
        "--keep": (PROPER, ["--keep", "singles"]),
        "--language": (PROPER, ["--language", "de"]),
        "--limit": (TWELVE, ["--limit", "3"]),
        "--sets": (PROPER, ["--sets", "1"]),
        "--unavoidable": (PROPER, ["--unavoidable", "4"]),
        "--pairs": (TWELVE, ["--pairs"]),
        "--clues": (PROPER, ["--clues", "4"]),
        "--within": (PROPER, ["--clues", "4"], ["--within", "r1c1-r1c4"]),
        "--progress": (PROPER, ["--clues", "3"], ["--progress", "out.txt"]),
        "--time-limit": (EASY, ["--time-limit", "1e-9"]),
    },
}  # fmt: skip
