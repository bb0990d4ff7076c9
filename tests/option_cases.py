"""For each option of each command a case in which it changes something, or is refused: what the
tests of options run, one by one and in pairs; and how they run it."""

import json
import re
from functools import cache

from click.testing import CliRunner

from satdoku.cli.main import cli
from satdoku.errors import SatdokuError
from tests.oracle import NEFARIOUS

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
TWELVE = "12..34.........."
GRID = "2134431214233241"
SPARE = '{"puzzle": "2134431214233241", "layout": "4x4+killer:3:r1c1,r1c2+killer:7:r1c3,r1c4"}'
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
#: A puzzle with a rule that is not known.
IGNORE = (".Shape~4x4.Unheard.~R1C1_1", ["--ignore-rules", "Unheard"])
#: A puzzle with a line that is only drawn.
DRAWN = (
    '{"size": 4, "grid": [' + ", ".join(["[{}, {}, {}, {}]"] * 4) + "], "
    '"line": [{"lines": [["R1C1", "R1C2"]]}]}',
    ["--drawings", "ignore"],
)
STREAM = {
    "--format": (TWELVE, ["--format", "json"]),
    "--layout": (TWELVE, ["--layout", "9x9"]),
    "--symbols": (TWELVE, ["--symbols", "ABCD"]),
    "--on-error": ("bad.txt", ["--on-error", "skip"]),
    "--column": ("two.csv", ["--format", "json"], ["--column", "other"]),
    "--resume": ("!", TWELVE, ["--resume"]),
    "--ignore-rules": IGNORE,
    "--drawings": DRAWN,
    "--output": (TWELVE, ["--output", "out.txt"]),
}
#: A board with one solution, and the options of commands that are no stream of answers.
PROPER = "....43..1.....4."
#: The same with most of its cells filled: few steps are available.
FILLED = "...44312..233241"
DIAGONAL = '{"puzzle": "................", "layout": "4x4+diagonal"}'
#: Boards on which singles lead further with what must be asked for.
RECTANGLE = "..46.2.....2...68.67.......9.1.....8.4.5.97........2.....81..6..2...3..7....56..4"
FISH = "....9..168..5.3..7..2.....55..8.9..2..1.2.....34......7..2...693.6.5..........7.."
#: A puzzle in which a unique rectangle spares a harder step.
CHAINS = ".3...89.2..2....4.......567...76...34...53........485.96..3....28.41.6.......617."
#: A position in which a unique rectangle is the simplest step.
CORNERS = (
    ":0000:x:.3.6.89126.21.5348...3.2567...7614.34..8537.....92485.961537284287419635...286179:"
    "543:::"
)
CYCLES = "1.3.5..8...67.9.2.............3....7.6.......8...14..55316...7......8....7....6.."
ONE = {
    "--layout": (PROPER, ["--layout", "9x9"]),
    "--symbols": (PROPER, ["--symbols", "ABCD"]),
    "--output": (PROPER, ["--output", "out.txt"]),
    "--format": (PROPER, ["--format", "json"]),
}
STATE = ONE | {
    "--ignore-rules": IGNORE,
    "--drawings": DRAWN,
    "--rules": (PROPER, ["--rules", "last digit"]),
    "--from-state": (PROPER, ["--from-state"]),
    "--entries": (PROPER, ["--entries", "1...43..1.....4."]),
}
STEPS = {
    "--layout": (FILLED, ["--layout", "9x9"]),
    "--symbols": (FILLED, ["--symbols", "ABCD"]),
    "--output": (FILLED, ["--output", "out.txt"]),
    "--format": (FILLED, ["--format", "json"]),
    "--ignore-rules": IGNORE,
    "--drawings": DRAWN,
    "--from-state": ("2134431214.3....", ["--from-state"]),
    "--entries": (FILLED, ["--entries", "1..44312..233241"]),
}
SVG = ["--output=out.svg"]
PAGES = {
    "--per-page": (PROPER, SVG, ["--per-page", "4"]),
    "--paper": (PROPER, SVG, ["--paper", "a5"]),
    "--landscape": (PROPER, SVG, ["--landscape"]),
    "--large": (PROPER, SVG, ["--large"]),
    "--booklet": (PROPER, ["--output=out.pdf"], ["--booklet"]),
    "--colour": (PROPER, SVG, ["--colour", "#7a0019"]),
    "--title": (PROPER, SVG, ["--title", "Of a title"]),
    "--author": (PROPER, ["--output=out.pdf"], ["--author", "Somebody"]),
    "--font": (PROPER, SVG, ["--font", "DejaVu Sans Mono"]),
    "--fonts": ("!", PROPER, SVG, ["--fonts", "nowhere"]),
    "--template": (PROPER, SVG, ["--template", "own.typ"]),
    "--output": (PROPER, SVG, ["--output", "out-b.svg"]),
    "--language": (PROPER, SVG, ["--language", "de"]),
}
BOUND = ["--output=out.pdf"]
BOOK = ["--layout=4x4", "--level=beginner:1", "--output=out.pdf"]
LINES = STREAM | ONE | {"--column": ("small.csv", ["--column", "other"])}
FORM = {"--format": ("--format=text", ["--format", "json"])}
DLX = ["--engines=dlx"]
#: Of `print`, where it makes the puzzles itself.
MADE = ["--seed=1", "--layout=4x4", "--output=out.svg"]
RUN = {
    "--count": ["--count", "2"],
    "--seed": ["--seed", "2"],
    "--start": ["--start", "2"],
    "--kind": ["--kind", "nonsense"],
    "--constraints": ["--constraints", "all"],
    "--crossing": ["--crossing"],
    "--sides": ["--sides", "top"],
    "--total": ["--total", "10"],
    "--keep": ["--level=easy", "--keep=logic"],
    "--level": ["--level", "nonsense"],
    "--rating": ["--rating", "nonsense"],
    "--needs": ["--needs", "nonsense"],
    "--allow-harder": ["--allow-harder"],
    "--forbids": ["--forbids", "nonsense"],
    "--only": ["--only", "nonsense"],
    "--scale": ["--scale", "se"],
    "--symmetry": ["--symmetry", "full"],
    "--mask": ["--mask", "x" * 15 + "."],
    "--clues": ["--clues", "9", "--no-minimal"],
    "--minimal": ["--no-minimal"],
    "--tries": ["--clues=2", "--tries=2"],
    "--time-limit": ["--time-limit", "1e-9"],
    "--grid": ["--grid"],
}
CHANGES = {
    "solve": SOLVE | STREAM,
    "check": STREAM | {
        "--require": (TWELVE.replace("1", "."), ["--require", "minimal", "--format", "json"]),
        "--summary": (TWELVE, ["--summary"]),
        "--add": ("!", EASY, ["--summary", "--format", "json", "--add", "clues"]),
        "--engine": (TWELVE, ["--engine", "nonsense"]),
        "--encoding": (EASY, ["--encoding", "nonsense"]),
        "--stats": (EASY, ["--format", "json"], ["--stats"]),
        "--time-limit": (EASY, ["--time-limit", "1e-9"]),
    },
    "count": STREAM | {
        "--add": (EASY, ["--format", "json"], ["--add", "clues"]),
        "--limit": (TWELVE, ["--limit", "3"]),
        "--engine": (TWELVE, ["--engine", "nonsense"]),
        "--encoding": (EASY, ["--encoding", "nonsense"]),
        "--stats": (EASY, ["--format", "json"], ["--stats"]),
        "--time-limit": (HARD, ["--time-limit", "1e-9"]),
    },
    "minimize": STREAM | {
        "--keep": (TWELVE, ["--keep", "proper"]),
        "--symmetry": (GRID, ["--symmetry", "full"]),
        "--seed": (GRID, ["--seed", "5"]),
        "--rules": (SPARE, ["--keep", "proper", "--format", "json"], ["--rules"]),
    },
    "shuffle": STREAM | {"--seed": (GRID, ["--seed", "5"])},
    "canon": STREAM | {"--dedupe": (GRID, [GRID, "--dedupe"])},
    "rate": STREAM | {
        "--add": (EASY, ["--format", "json"], ["--add", "clues"]),
        "--rules": (PROPER, ["--rules", "naked single"]),
        "--only": (PROPER, ["--only", "naked single"]),
        "--without": (PROPER, ["--without", "hidden single in a box"]),
        "--scale": (CYCLES, ["--scale", "satdoku"]),
        "--uniqueness": (CYCLES, ["--no-uniqueness"]),
        "--time-limit": (EASY, ["--time-limit", "1e-9"]),
        "--from-state": (PROPER, ["--from-state"]),
    },
    "generate": {name: case for name, case in STREAM.items() if name not in (
        "--on-error", "--column", "--layout", "--symbols", "--output", "--format",
        "--ignore-rules", "--drawings")} | {
        "--format": ("--seed=1", ["--format", "json"]),
        "--output": ("--seed=1", ["--output", "out.txt"]),
        "--layout": ("--seed=1", ["--layout", "4x4"]),
        "--symbols": ("--seed=1", ["--symbols", "ABCDEFGHI"]),
        "--resume": ("!", "--seed=1", ["--resume"]),
        "--add": ("--seed=1", ["--format", "json"], ["--add", "solution"]),
        "--count": ("--seed=1", ["--count", "2"]),
        "--seed": ("--seed=1", ["--seed", "2"]),
        "--start": ("--seed=1", ["--start", "2"]),
        "--keep": ("--seed=2", ["--keep", "proper"]),
        "--kind": ("--seed=1", ["--layout", "4x4"], ["--kind", "anti-king"]),
        "--constraints": (
            "--layout=4x4", ["--kind=thermometer", "--seed=1"], ["--constraints", "all"]
        ),
        "--crossing": ("--layout=4x4", ["--kind=thermometer", "--seed=1"], ["--crossing"]),
        "--sides": ("--layout=4x4", ["--kind=skyscraper", "--seed=1"], ["--sides", "left,bottom"]),
        "--total": ("--layout=4x4", ["--kind=killer", "--seed=1"], ["--total", "5"]),
        "--level": ("!", "--seed=1", ["--level", "easy", "--keep", "logic"]),
        "--rating": ("!", "--seed=1", ["--rating", "1.0..2.0", "--level", "easy"]),
        "--needs": ("!", "--seed=1", ["--needs", "nonsense"]),
        "--allow-harder": ("!", "--seed=1", ["--allow-harder"]),
        "--forbids": ("!", "--seed=1", ["--forbids", "nonsense"]),
        "--only": ("!", "--seed=1", ["--only", "nonsense"]),
        "--scale": ("!", "--seed=1", ["--scale", "se"]),
        "--symmetry": ("--seed=1", ["--symmetry", "full"]),
        "--mask": ("--seed=1", ["--layout", "4x4"], ["--mask", "x" * 15 + "."]),
        "--clues": ("--seed=1", ["--clues", "30", "--no-minimal"]),
        "--minimal": ("--seed=1", ["--no-minimal"]),
        "--tries": ("--layout=4x4", ["--seed=1", "--clues=3"], ["--tries", "2"]),
        "--time-limit": ("--seed=1", ["--time-limit", "1e-9"]),
        "--grid": ("--seed=1", ["--grid"]),
        "--title": ("--seed=1", ["--format=json"], ["--title", "Of a title"]),
        "--author": ("--seed=1", ["--format=json"], ["--author", "Somebody"]),
    },
    "explain": STATE | {
        "--time-limit": (EASY, ["--time-limit", "1e-9"]),
        "--verbosity": (PROPER, ["--verbosity", "terse"]),
        "--all": (FILLED, ["--all"]),
        "--why": (FILLED, ["--why", "r1c1=2"]),
        "--until": (PROPER, ["--until", "2"]),
        "--limit-size": (CHAINS, ["--verbosity=terse"], ["--limit-size", "2"]),
        "--uniqueness": (RECTANGLE, ["--rules=singles"], ["--uniqueness"]),
        "--scale": (CYCLES, ["--verbosity=terse"], ["--scale", "satdoku"]),
        "--general-covers": (FISH, ["--rules=singles"], ["--general-covers"]),
        "--only": (PROPER, ["--only", "naked single"]),
        "--without": (PROPER, ["--without", "hidden single in a box"]),
    },
    "steps": STEPS | {
        "--technique": (FILLED, ["--technique", "naked single"]),
        "--without": (FILLED, ["--without", "naked single"]),
        "--eliminates": (FILLED, ["--eliminates", "r1c1=1"]),
        "--places": (FILLED, ["--places", "r1c1=1"]),
        "--limit": (FILLED, ["--limit", "1"]),
        "--time-limit": (FILLED, ["--time-limit", "1e-9"]),
        "--uniqueness": ("!", FILLED, ["--technique", "singles", "--uniqueness"]),
        "--verbosity": (FILLED, ["--verbosity", "terse"]),
    },
    "hint": STATE | {
        "--time-limit": (EASY, ["--time-limit", "1e-9"]),
        "--only": (PROPER, ["--show", "what"], ["--only", "naked single"]),
        "--without": (PROPER, ["--show", "what"], ["--without", "hidden single in a box"]),
        "--show": (PROPER, ["--show", "what"]),
        "--scale": (CORNERS, ["--show", "where"], ["--scale", "satdoku"]),
        "--uniqueness": (CORNERS, ["--show", "where"], ["--no-uniqueness"]),
        "--rules": ("2134431214.3....", ["--rules", "naked single"]),
    },
    "verify-steps": {
        "--puzzle": ("steps.txt", ["--puzzle", TWELVE]),
        "--from-state": ("steps.json", ["--from-state"]),
        "--format": ("steps.json", ["--format", "json"]),
        "--layout": ("steps.json", ["--puzzle", PROPER], ["--layout", "9x9"]),
        "--symbols": ("steps.json", ["--puzzle", PROPER], ["--symbols", "ABCD"]),
        "--output": ("steps.json", ["--output", "out.txt"]),
    },
    "rules": FORM | {"--scale": ("--format=text", ["--scale", "satdoku"])},
    "levels": FORM | {"--scale": ("--format=text", ["--scale", "satdoku"])},
    "schema": FORM,
    "layouts": FORM,
    "engines": FORM,
    "diagnose": LINES | {
        "--keep": (PROPER, ["--keep", "singles"]),
        "--limit": (TWELVE, ["--limit", "3"]),
        "--sets": (PROPER, ["--sets", "1"]),
        "--unavoidable": (PROPER, ["--unavoidable", "4"]),
        "--pairs": (TWELVE, ["--pairs"]),
        "--time-limit": (EASY, ["--time-limit", "1e-9"]),
    },
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
        "--dimacs": ("!", "certificates.txt", ["--dimacs", "small.cnf"]),
        "--puzzle": ("!", "certificates.txt", ["--puzzle", PROPER]),
        "--second-opinion": ("certificates.txt", ["--second-opinion"]),
        "--format": ("certificates.txt", ["--format", "json"]),
        "--layout": ("certificates.txt", ["--layout", "9x9"]),
        "--symbols": ("certificates.txt", ["--symbols", "ABCDEF"]),
        "--output": ("certificates.txt", ["--output", "out.txt"]),
    },
    "convert": {
        "--to": (PROPER, ["--to", "iss"]),
        "--lossy": (DIAGONAL, ["--to", "candidates"], ["--lossy"]),
        "--title": (PROPER, ["--title", "Of a title"]),
        "--author": (PROPER, ["--author", "Somebody"]),
        "--column": ("two.csv", ["--column", "other"]),
        "--on-error": ("bad.txt", ["--on-error", "skip"]),
        "--resume": ("!", PROPER, ["--resume"]),
        "--ignore-rules": IGNORE,
        "--drawings": DRAWN,
        "--layout": (PROPER, ["--layout", "9x9"]),
        "--symbols": (PROPER, ["--symbols", "ABCD"]),
        "--output": (PROPER, ["--output", "out.txt"]),
    },
    "export": {
        "--to": (PROPER, ["--to", "knf"]),
        "--ignore-rules": IGNORE,
        "--drawings": DRAWN,
        "--encoding": (PROPER, ["--encoding", "minimal"]),
        "--distinct": (PROPER, ["--distinct"]),
        "--simplify": (PROPER, ["--simplify"]),
        "--break-symmetries": ("--layout=4x4", ["--break-symmetries"]),
        "--layout": ("--to=knf", ["--layout", "4x4"]),
        "--symbols": ("--to=knf", ["--symbols", "ABCD"]),
        "--output": (PROPER, ["--output", "out.cnf"]),
    },
    "decode": {
        "--cnf": ("model.txt", ["--cnf", "small.cnf"]),
        "--format": ("model.txt", ["--cnf=small.cnf"], ["--format", "line"]),
        "--layout": ("model.txt", ["--layout", "4x4"]),
        "--symbols": ("model.txt", ["--layout=4x4"], ["--symbols", "ABCD"]),
        "--output": ("model.txt", ["--cnf=small.cnf"], ["--output", "out.txt"]),
    },
    "formats": FORM,
    "show": ONE | {
        "--candidates": (PROPER, ["--candidates"]),
        "--true-candidates": (TWELVE, ["--true-candidates"]),
        "--time-limit": (HARD, ["--true-candidates"], ["--time-limit", "1e-9"]),
        "--explain-theory": (PROPER, ["--explain-theory"]),
        "--ignore-rules": IGNORE,
        "--drawings": DRAWN,
    },
    "help": {},
    "completion": {},
    "encodings": FORM | {
        "--write": ("!", "--format=json", ["--write", "out"]),
        "--judge": ("--layout=4x4", ["--judge", "product"]),
        "--layout": ("--format=text", ["--layout", "4x4"]),
        "--symbols": ("--format=text", ["--symbols", "ABCD"]),
    },
    "compare": {
        "--ignore-rules": (IGNORE[0], DLX, IGNORE[1]),
        "--drawings": (DRAWN[0], DLX, DRAWN[1]),
        "--engines": (PROPER, DLX, ["--engines", "dlx,native"]),
        "--encodings": ("!", PROPER, ["--engines=dlx"], ["--encodings", "bitwise"]),
        "--repeat": (PROPER, DLX, ["--repeat", "2"]),
        "--time-limit": (EASY, ["--engines=native"], ["--time-limit", "1e-9"]),
        "--seed": (PROPER, [*DLX, "--save=out.jsonl"], ["--seed", "2"]),
        "--shuffle": (PROPER, [*DLX, "--save=out.jsonl"], ["--shuffle"]),
        "--guesses": (PROPER, DLX, ["--guesses", "out.csv"]),
        "--save": (PROPER, DLX, ["--save", "out.jsonl"]),
        "--plots": (PROPER, DLX, ["--plots", "out"]),
        "--scatter": ("!", PROPER, DLX, ["--scatter", "dlx,native"]),
        "--format": (PROPER, DLX, ["--format", "json"]),
        "--layout": (PROPER, DLX, ["--layout", "9x9"]),
        "--symbols": (PROPER, DLX, ["--symbols", "ABCDEF"]),
    },
    "selfcheck": {
        "--minutes": ("!", PROPER, ["--check=text"], ["--minutes", "2"]),
        "--seed": ("!", PROPER, ["--check=text"], ["--seed", "2"]),
        "--check": (PROPER, ["--check=text"], ["--check", "kernels"]),
        "--layout": (PROPER, ["--check=text"], ["--layout", "9x9"]),
        "--symbols": (PROPER, ["--check=text"], ["--symbols", "ABCDEF"]),
    },
    "print": PAGES | {
        "--solutions": (PROPER, SVG, ["--solutions", "none"]),
        "--label": (PROPER, SVG, ["--label", "rating"]),
        "--path": (PROPER, SVG, ["--path", "all"]),
        "--candidates": (PROPER, SVG, ["--candidates"]),
        "--numbers": (PROPER, SVG, ["--no-numbers"]),
        "--qr": (EASY, SVG, ["--qr"]),
        "--ignore-rules": (IGNORE[0], SVG, IGNORE[1]),
        "--drawings": (DRAWN[0], SVG, DRAWN[1]),
        "--layout": (PROPER, SVG, ["--layout", "9x9"]),
        "--symbols": (PROPER, SVG, ["--symbols", "ABCD"]),
    } | {name: (MADE[0], MADE[1:], more) for name, more in RUN.items()},
    "book": {
        name: (BOOK[0], BOOK[1:], more[-1]) for name, more in PAGES.items() if name != "--output"
    } | {
        "--kind": (BOOK[0], BOOK[1:], ["--kind", "anti-king"]),
        "--symmetry": (BOOK[0], BOOK[1:], ["--symmetry", "full"]),
        "--minimal": (BOOK[0], BOOK[1:], ["--no-minimal"]),
        "--level": (BOOK[0], BOOK[1:], ["--level", "beginner:2"]),
        "--seed": (BOOK[0], BOOK[1:], ["--seed", "2"]),
        "--layout": (BOOK[0], BOOK[1:], ["--layout", "6x6"]),
        "--output": (BOOK[0], BOOK[1:], ["--output", "out-b.pdf"]),
        "--solutions": (BOOK[0], BOOK[1:], ["--solutions", "none"]),
        "--label": (BOOK[0], BOOK[1:], ["--label", "rating"]),
        "--path": (BOOK[0], BOOK[1:], ["--path", "all"]),
        "--candidates": (BOOK[0], BOOK[1:], ["--candidates"]),
        "--numbers": (BOOK[0], BOOK[1:], ["--no-numbers"]),
        "--qr": (EASY, BOUND, ["--qr"]),
        "--chapters": (BOOK[0], BOOK[1:], ["--chapters", "level"]),
        "--unlike": ("both.txt", BOUND, ["--unlike", "easy.txt"]),
        "--record": (BOOK[0], BOOK[1:], ["--record", "out.jsonl"]),
        "--cover": (BOOK[0], BOOK[1:], ["--cover", "cover.svg"]),
        "--ignore-rules": (IGNORE[0], BOUND, IGNORE[1]),
        "--drawings": (DRAWN[0], BOUND, DRAWN[1]),
        "--symbols": (PROPER, BOUND, ["--symbols", "ABCD"]),
    },
    "dataset make": {
        "--output": ("recipe.toml", ["--output=out"], ["--output", "out/more"]),
        "--resume": ("recipe.toml", ["--output=begun"], ["--resume"]),
        "--format": ("recipe.toml", ["--output=out"], ["--format", "json"]),
    },
    "dataset score": {
        "--summary": ("answers.jsonl", ["--summary"]),
        "--by": ("answers.jsonl", ["--by", "clues"]),
        "--parts": ("part.jsonl", ["--parts"]),
        "--output": ("answers.jsonl", ["--output", "out.txt"]),
    },
    "dataset audit": ONE | {
        "--against": ("two.csv", ["--against", "two.csv"]),
        "--column": ("two.csv", ["--column", "other"]),
        "--answer": ("two.csv", ["--answer", "other"]),
        "--ratings": ("two.csv", ["--no-ratings"]),
        "--minimal": ("two.csv", ["--no-minimal"]),
        "--near": ("two.csv", ["--against", "two.csv"], ["--against", "two.csv", "--no-near"]),
        "--scale": ("two.csv", ["--scale", "satdoku"], ["--scale", "se"]),
        "--clean": ("two.csv", ["--clean", "out.csv"]),
        "--resume": ("!", "two.csv", ["--resume"]),
        "--layout": ("small.csv", ["--layout", "9x9"]),
        "--symbols": ("small.csv", ["--symbols", "ABCD"]),
        "--output": ("small.csv", ["--output", "out.txt"]),
        "--format": ("small.csv", ["--format", "json"]),
    },
}  # fmt: skip
#: What is measured differs anyhow.
TIME = re.compile(r"\d+\.\d+(e-\d+)?")


@cache
def made_before():
    """What other commands read, by the names of the files."""

    def printed(*arguments):
        return CliRunner().invoke(cli, arguments).stdout

    numbers = (16 * (i // 4) + 4 * (i % 4) + int(digit) for i, digit in enumerate(GRID))
    steps = json.loads(printed("explain", PROPER, "--format=json"))
    steps |= {"puzzle": "." * 16}  # so the candidates that it brings are not those of its givens
    return {
        "steps.txt": "r1c1=2\n",
        "steps.json": json.dumps(steps),
        "certificates.txt": printed("certify", PROPER),
        "small.cnf": printed("export", PROPER),
        "model.txt": f"v {' '.join(map(str, numbers))} 0\n",
        "bad.txt": f"{EASY}\n{EASY[:49]}\n{EASY}\n",
        "small.csv": f"puzzle,other\n{PROPER},{TWELVE}\n",
        "easy.txt": f"{EASY}\n",
        "both.txt": f"{EASY}\n{CHAINS}\n",
        "cover.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
        "own.typ": "One page of my own.",
        "recipe.toml": 'count = 1\nlayout = "4x4"\nformat = "jsonl"\n',
        "answers.jsonl": f'{{"puzzle": "{PROPER}", "answer": "{GRID}"}}\n',
        "part.jsonl": f'{{"puzzle": "{PROPER}", "answer": "{GRID[:-1]}."}}\n',
        "two.csv": f"puzzle,other\n{EASY},{HARD}\n",
        "begun.part/asked.json": "{}",
    }


def write_inputs(folder):
    """Write the files that the cases name."""
    (folder / "begun.part").mkdir()
    for file, text in made_before().items():
        (folder / file).write_text(text)


def outcome(folder, arguments):
    """(status, what was printed and what went wrong, what was written); of times nothing."""
    result = CliRunner().invoke(cli, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit | SatdokuError), (
        result.exc_info
    )
    assert "\n" not in str(result.exception)  # what is refused is said in one line
    status = 2 if isinstance(result.exception, SatdokuError) else result.exit_code
    status = status or result.return_value if isinstance(result.return_value, int) else status
    written = [path.read_text() for path in folder.glob("out*/*.svg")]
    files = (path for path in sorted(folder.glob("out*")) if path.is_file())
    written += [path.name + path.read_bytes().decode("latin-1") for path in files]
    told = [result.output + str(result.exception), *written]
    if arguments[0] == "compare":
        told = [TIME.sub("", text) for text in told]
    return status, told
