"""For each option of the commands of this room a case; see tests/cli/option_cases.py."""

from tests.cli.option_values import BOOK, CAGES, CHAINS, DRAWN, EASY, IGNORE, PROPER, WORDS

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
FROM = ["--from", "cages.py:cages"]
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
    "print": PAGES | {
        "--solutions": (PROPER, SVG, ["--solutions", "none"]),
        "--label": (PROPER, SVG, ["--label", "rating"]),
        "--path": (PROPER, SVG, ["--path", "all"]),
        "--candidates": (PROPER, SVG, ["--candidates"]),
        "--numbers": (PROPER, SVG, ["--no-numbers"]),
        "--qr": (EASY, SVG, ["--qr"]),
        "--ignore-rules": (IGNORE[0], SVG, IGNORE[1]),
        "--drawings": (DRAWN[0], SVG, DRAWN[1]),
        "--rules-from-text": (WORDS[0], SVG, WORDS[1]),
        "--layout": (PROPER, SVG, ["--layout", "9x9"]),
        "--symbols": (PROPER, SVG, ["--symbols", "ABCD"]),
        "--from": (CAGES, [*SVG, "--solutions=none"], FROM),
    } | {name: (MADE[0], MADE[1:], more) for name, more in RUN.items()},
    "book": {
        name: (BOOK[0], BOOK[1:], more[-1]) for name, more in PAGES.items() if name != "--output"
    } | {
        "--kind": (BOOK[0], BOOK[1:], ["--kind", "anti-king"]),
        "--time-limit": (EASY, BOUND, ["--time-limit", "1e-9"]),
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
        "--rules-from-text": (WORDS[0], BOUND, WORDS[1]),
        "--symbols": (PROPER, BOUND, ["--symbols", "ABCD"]),
        "--from": (CAGES, [*BOUND, "--solutions=none"], FROM),
    },
}  # fmt: skip

INPUTS = {
    "easy.txt": f"{EASY}\n",
    "both.txt": f"{EASY}\n{CHAINS}\n",
    "cover.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
    "own.typ": "One page of my own.",
}
