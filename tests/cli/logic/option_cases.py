"""For each option of the commands of this room a case; see tests/cli/option_cases.py."""

import json

from tests.cli.option_values import (
    CHAINS,
    DRAWN,
    EASY,
    FORM,
    IGNORE,
    NOWHERE,
    ONE,
    OWN,
    PROPER,
    STREAM,
    TWELVE,
    WORDS,
)

#: The same with most of its cells filled: few steps are available.
FILLED = "...44312..233241"
#: Boards on which singles lead further with what must be asked for.
RECTANGLE = "..46.2.....2...68.67.......9.1.....8.4.5.97........2.....81..6..2...3..7....56..4"
FISH = "....9..168..5.3..7..2.....55..8.9..2..1.2.....34......7..2...693.6.5..........7.."
#: A position in which a unique rectangle is the simplest step.
CORNERS = (
    ":0000:x:.3.6.89126.21.5348...3.2567...7614.34..8537.....92485.961537284287419635...286179:"
    "543:::"
)
CYCLES = "1.3.5..8...67.9.2.............3....7.6.......8...14..55316...7......8....7....6.."
TWINS = ["--technique", "twins.py:twins"]
STATE = ONE | {
    "--technique": (CORNERS, TWINS),
    "--ignore-rules": IGNORE,
    "--drawings": DRAWN,
    "--rules-from-text": WORDS,
    "--rules": (PROPER, ["--rules", "last digit"]),
    "--from-state": (PROPER, ["--from-state"]),
    "--entries": (PROPER, ["--entries", "1...43..1.....4."]),
}
STEPS = OWN | {
    "--layout": (FILLED, ["--layout", "9x9"]),
    "--symbols": (FILLED, ["--symbols", "ABCD"]),
    "--output": (FILLED, ["--output", "out.txt"]),
    "--format": (FILLED, ["--format", "json"]),
    "--ignore-rules": IGNORE,
    "--drawings": DRAWN,
    "--rules-from-text": WORDS,
    "--from-state": ("2134431214.3....", ["--from-state"]),
    "--entries": (FILLED, ["--entries", "1..44312..233241"]),
}
CHANGES = {
    "explain": STATE | {
        "--time-limit": (EASY, ["--time-limit", "1e-9"]),
        "--verbosity": (PROPER, ["--verbosity", "terse"]),
        "--language": (PROPER, ["--language", "de"]),
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
    "hint": STATE | {
        "--time-limit": (EASY, ["--time-limit", "1e-9"]),
        "--only": (PROPER, ["--show", "what"], ["--only", "naked single"]),
        "--without": (PROPER, ["--show", "what"], ["--without", "hidden single in a box"]),
        "--show": (PROPER, ["--show", "what"]),
        "--language": (PROPER, ["--language", "de"]),
        "--scale": (CORNERS, ["--show", "where"], ["--scale", "satdoku"]),
        "--uniqueness": (CORNERS, ["--show", "where"], ["--no-uniqueness"]),
        "--rules": ("2134431214.3....", ["--rules", "naked single"]),
    },
    "steps": STEPS | {
        "--technique": (FILLED, ["--technique", "naked single"]),
        "--without": (FILLED, ["--without", "naked single"]),
        "--eliminates": (FILLED, ["--eliminates", "r1c1<>2"]),
        "--places": (FILLED, ["--places", "r1c1=1"]),
        "--limit": (FILLED, ["--limit", "1"]),
        "--time-limit": (FILLED, ["--time-limit", "1e-9"]),
        "--uniqueness": ("!", FILLED, ["--technique", "singles", "--uniqueness"]),
        "--verbosity": (FILLED, ["--verbosity", "terse"]),
        "--language": (FILLED, ["--language", "de"]),
    },
    "rate": STREAM | {
        "--language": (EASY, ["--language", "de"]),
        "--technique": (EASY, TWINS),
        "--add": (EASY, ["--format", "json"], ["--add", "clues"]),
        "--rules": (PROPER, ["--rules", "naked single"]),
        "--only": (PROPER, ["--only", "naked single"]),
        "--without": (PROPER, ["--without", "hidden single in a box"]),
        "--scale": (CYCLES, ["--scale", "satdoku"]),
        "--uniqueness": (CYCLES, ["--no-uniqueness"]),
        "--time-limit": (EASY, ["--time-limit", "1e-9"]),
        "--from-state": (PROPER, ["--from-state"]),
    },
    "verify-steps": {
        "--kind": ("!", "steps.json", NOWHERE),
        "--technique": ("!", "steps.json", ["--technique", "no.py:twins"]),
        "--puzzle": ("steps.txt", ["--puzzle", TWELVE]),
        "--from-state": ("steps.json", ["--from-state"]),
        "--format": ("steps.json", ["--format", "json"]),
        "--layout": ("steps.json", ["--puzzle", PROPER], ["--layout", "9x9"]),
        "--symbols": ("steps.json", ["--puzzle", PROPER], ["--symbols", "ABCD"]),
        "--output": ("steps.json", ["--output", "out.txt"]),
    },
    "rules": FORM | {
        "--language": ("--format=text", ["--language", "de"]),
        "--judge": ("--format=text", ["--judge", "twins.py:twins"]),
        "--scale": ("--format=text", ["--scale", "satdoku"]),
    },
    "levels": FORM | {"--scale": ("--format=text", ["--scale", "satdoku"])},
}  # fmt: skip


def steps(printed):
    """The steps to a solution, and candidates that are not those of the givens beside them."""
    found = json.loads(printed("explain", PROPER, "--format=json"))
    return json.dumps(found | {"puzzle": "." * 16})


INPUTS = {"steps.txt": "r1c1=2\n", "steps.json": steps}
