"""`satdoku solve --format svg` draws the puzzle with its solution."""

import re

from click.testing import CliRunner

from satdoku.cli.main import cli


def solved(*puzzles: str, layout: str = "4x4"):
    return CliRunner().invoke(cli, ["solve", "--format", "svg", "--layout", layout, *puzzles])


def test_the_picture_holds_all_digits_and_the_rule():
    ran = solved("..3.............", layout="4x4+killer:3:r1c1,r1c2+thermometer:r3c1-r3c3")
    assert ran.output.startswith("<svg") and ran.output.count("</svg>") == 1
    digits = re.findall(r'font-size="30"[^>]*>(\d)<', ran.output)
    assert len(digits) == 16 and digits.count("1") == 4
    assert len(re.findall(r'font-weight="bold" text-anchor="middle">\d<', ran.output)) == 1


def test_what_has_no_solution_is_drawn_as_it_is():
    ran = solved("11..............")
    assert len(re.findall(r'font-size="30"[^>]*>(\d)<', ran.output)) == 2


def test_several_puzzles_are_no_picture():
    ran = solved("12..34..........", "1234............")
    assert ran.exit_code == 2 and "an SVG picture shows one puzzle" in ran.output
