"""`satdoku help WORD` knows whatever has a name, and says what is near to the rest."""

import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

import satdoku
from satdoku.cli.commands import COMMANDS
from satdoku.cli.main import cli
from satdoku.cli.options import options_of
from satdoku.cli.tools.meanings import (
    every_name,
    pattern_of,
    plain,
    sections_with,
    text_on,
)
from satdoku.cli.tools.pages import pages, topics, words
from satdoku.constraints.constraint import other_names
from satdoku.constraints.registry import KINDS
from satdoku.encodings.cnf.registry import ENCODINGS
from satdoku.encodings.files.targets import TARGETS
from satdoku.formats.format_table import FORMATS
from satdoku.layout_names import EXTRA_HOUSES, SYNONYMS
from satdoku.logic.catalog.names import ALIASES
from satdoku.logic.lessons.about import known_names as technique_names

#: Words of headings that mean nothing by themselves.
COMMON = (
    "about also another before beyond does each every from have here into itself less like much "
    "only other others over same such than that their them then there they this those used "
    "what when where which while will with without your"
)


def run(*arguments):
    return CliRunner().invoke(cli, ["help", *arguments])


@pytest.fixture(scope="module")
def known():
    """What is known by each name, as `things_named` finds it one by one."""
    found = {}
    for what, name, thing in every_name():
        found.setdefault(plain(name), set()).add((what, thing))
    return found


def test_every_kind_is_known_by_all_its_names(known):
    for kind in KINDS:
        for name in (kind, *other_names().get(kind, ())):
            assert ("layouts", kind) in known[plain(name)], name


def test_every_kind_is_told_with_its_example():
    for kind in KINDS:
        told = text_on("layouts", kind)
        assert f"\n+{kind} " in told and 'To write it: --layout "' in told, kind
        (layout,) = re.findall('--layout "(.*)"', told)
        assert kind in [rule.kind for rule in satdoku.Layout.named(layout).constraints], kind


def test_every_house_is_told_with_its_name():
    for name in (*EXTRA_HOUSES, *SYNONYMS):
        house = SYNONYMS.get(name, name)
        assert f'--layout "9x9+{house}"' in text_on("layouts", name)


@pytest.fixture(scope="module")
def commands_by_option():
    """The commands that have each option, by each of its spellings."""
    found = {}
    for command in COMMANDS:
        for option in options_of(command).options:
            if not (option.is_argument or option.deprecated):
                for name in re.split("[ /]", option.names):
                    found.setdefault(name, []).append(command)
    return found


def test_every_option_of_every_command_is_known(known, commands_by_option):
    for name in commands_by_option:
        assert ("options", name) in known[plain(name)], name


def test_an_option_is_told_with_every_command_that_has_it(commands_by_option):
    for name, commands in commands_by_option.items():
        listed = re.findall("  In: (.*)", text_on("options", name))
        assert sorted(", ".join(listed).split(", ")) == sorted(commands), name


def test_every_technique_is_known_by_all_its_names(known):
    for name in (*technique_names(), *ALIASES):
        assert "techniques" in {what for what, _ in known[plain(name)]}, name


def test_every_format_encoding_engine_and_level_is_known(known):
    names = {"formats": FORMATS, "formats for solvers": TARGETS, "encodings": ENCODINGS}
    names["levels"] = [row["level"] for row in satdoku.levels()]
    names["engines"] = [engine.name for engine in satdoku.engines()]
    for what, things in names.items():
        for name in things:
            assert (what, name) in known[plain(name)], name


def test_every_word_of_the_headings_is_known():
    titles = {name.casefold() for name in topics()}
    for page, heading, body in sections_with(""):
        for word in re.findall(r"[^\W\d_]{4,}", heading):
            if word.casefold() not in COMMON.split() and word.casefold() not in titles:
                found = sections_with(pattern_of(word))
                assert (page, heading, body) in found, word


def test_headings_are_those_of_all_pages_and_not_in_code():
    sections = list(sections_with(""))
    assert {page for page, _, _ in sections} == {*pages()}
    for page, heading, body in sections:
        fences = len(re.findall("(?m)^```", body))
        assert fences % 2 == 0, f"{page}: no # may begin a line of code: below {heading!r}"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        pytest.param(
            "--near",
            ["--near / --no-near\n", "In: dataset audit"],
            marks=pytest.mark.room("datasets"),
        ),
        pytest.param("near", ["--near / --no-near\n"], marks=pytest.mark.room("datasets")),
        ("-j", ["-j, --jobs NUMBER\n", "Number of worker processes.  [default: 1", "In: "]),
        pytest.param(
            "--check",
            ["--check NAME\n", "In: selfcheck"],
            marks=pytest.mark.room("selfchecking"),
        ),
        ("--level", ["--level LABEL\n", "In: generate"]),
        ("--format", ["--format [text|json]\n", "--format [grid|line|json|csv|parquet|svg]\n"]),
        ("-n", ["-n, --count NUMBER\n", "In: generate"]),
        ("thermos", ["+thermometer ", "Other names: thermo, ", "--kind thermometer\n"]),
        ("Anti Kings", ['--layout "9x9+anti-king"\n', "Other names: king, "]),
        ("kropki", ["\n+difference ", "\n+ratio "]),
        ("regex", ["""--layout "9x9+regex:'(12|34)%2A5':r1c1-r1c3"\n"""]),
        ("windoku", ["\n+window ", '--layout "9x9+window"\n']),
        ("samurai", ["five boards", '--layout "samurai"\n']),
        ("6x6", ["a board of that size", '--layout "6x6"\n']),
        ("hodoku", ["line of a library of HoDoKu"]),
        ("opb", ["`satdoku export --to opb`"]),
        pytest.param(
            "opb",
            ["Formats for solvers:\n`satdoku export --to opb`", "Options:\n--opb FILE"],
            marks=pytest.mark.room("certificates"),
        ),
        ("triads", ["what it is\ntriads "]),
        ("dlx", ["engine ", "\ndlx "]),
        ("fiendish", ["\nfiendish  8.0 to 8.9"]),
        ("whip", ["in a braid a link may begin at any earlier one", "forcing net contradiction ("]),
        ("BUG lite", ["BUG lite (5.3", "That cell loses the two candidates"]),
        ("MUG", ['Not in satdoku: `satdoku help "BUG lite"`']),
        ("NO_COLOR", ["an environment variable"]),
        ("SDC", ["Sue de Coq (5.0; also called two-sector disjoint subsets, SDC)"]),
        ("Bowman bingo", ["refutation (8.5"]),
        ("ALS", ["almost locked set, ALS: "]),
        ("W ring", ["M-ring, W-ring, "]),
        ("level", ["`satdoku help levels`", "level: a range of ratings", "--level LABEL\n"]),
        ("exit statuses", ["# Exit statuses\n", "| 70 |", "Exit statuses (reliability)\n"]),
        ("hints", ["`satdoku help hint` shows it"]),
        ("exit status", ["# Exit statuses\n"]),
        ("box", ["boxes"]),
        ("knight's moves", ["+anti-knight "]),
        ("pencilmarks", ["candidate, pencil mark: "]),
        ("MUS", ["conflict, minimal unsatisfiable set, MUS: "]),
        ("unit propagation", ["propagation, unit propagation: "]),
        ("SE", ["SE, Sudoku Explainer: "]),
        ("EP", ["ER, EP, ED: "]),
        ("X-cycle", ["X-cycle ("]),
        ("hexadoku", ["`16x16`"]),
        ("SE rating", ["rating, SE rating, difficulty, "]),
        ("bivalue", ["bivalue cell, bivalue: a cell with two candidates"]),
        ("bilocation", ["the only two places for a digit in a house"]),
        ("strong links", ["strong link: two candidates that are not both false"]),
        ("backdoors", ["satdoku does not list them"]),
        ("17 clues", ["(McGuire, 2012)", "satdoku generate --clues"]),
        ("minlex", ["`satdoku canon`"]),
        ("CNF", ["CNF, DIMACS: ", "satdoku export puzzle.txt -o puzzle.cnf"]),
        pytest.param("CNF", ["Words:\nCNF, DIMACS: "], marks=pytest.mark.room("research")),
        ("cnf+", ["`satdoku export --to cnf+` writes it."]),
        ("pipe", ["`satdoku generate | satdoku solve -`"]),
        ("threads", ["`--jobs NUMBER`"]),
        ("exit code", ["0 yes or done, 1 no, 2 wrong usage or input, 70 "]),
        ("irregular", ["--layout 9x9/jigsaw:MARKS"]),
        ("unique", ["has exactly one solution"]),
        ("trial and error", ["Engines do so"]),
        ("count solutions", ["`satdoku count`"]),
        ("Interactive Sudoku Solver", ["\niss "]),
        ("Snyder", ["only where two cells of a box are left for it"]),
        ("disjoint groups", ["--layout 9x9+disjoint"]),
        ("pearls", ["(EP = ER)"]),
        ("diamond", ["(ED = EP = ER)", "`satdoku help lockout`"]),
        ("symmetric", ["--symmetry half-turn"]),
        ("sashimi", ["fin, finned, sashimi: "]),
        ("Dutch whispers", ["+whisper:4:", "+whisper "]),
        ("RCC", ["restricted common, restricted common candidate, RCC: "]),
        ("T&E", ["Engines do so"]),
        ("Simple Sudoku", ["\nss "]),
    ],
)
def test_a_word_is_told(asked, told):
    done = run(*asked.split())
    assert done.exit_code == 0, done.output
    for text in told:
        assert text in done.output, done.output


#: Words of the field, as players, setters and authors of programs write them.
OF_THE_FIELD = """
Snyder notation, corner marks, centre mark, pointing pair, claiming, locked candidates,
box-line reduction, ALS, AALS, AIC, nice loop, uniqueness, BUG, BUG+1, deadly pattern,
unavoidable set, backdoor, minimal, symmetric, pearl, diamond, SE, HoDoKu, Gurth, isomorph, band,
stack, chute, bivalue, bilocal, strong link, kraken, fish, finned, sashimi, swordfish, exocet, SET,
Phistomefel, thermo, killer, little killer, kropki, German whisper, Dutch whisper, zipper,
region sum, XV, quadruple, clone, even, odd, disjoint groups, windoku, hyper, pivot, pincer, RCC,
truth, Eureka, T&E, brute force, guessing, scanning, cross-hatching, mini-row, valid, vanilla,
classic, elimination, placement, SDC, AHS, ALP, almost locked candidates, ERI, RE,
rectangle elimination, M-ring, W-ring, XY-ring, grouped W-wing, grouped skyscraper, ALS nice loop,
ALS ring, triple firework, quad firework, senior exocet, weak exocet, twinned XY-chain,
digit forcing chains, unit forcing chains, bowman bingo, tabling, turbot crane, reverse BUG,
BUG lite, MUG, aligned quad, whip, braids, g-whip, z-chain, bivalue chain, OR-k chains,
chute remote pairs, GEM, borescoper's deadly pattern, gordonian rectangle, AUR, naked quint,
endo fin, cannibalistic, fishy cycle, trivalue oddagon, domino loop, LOL, bent naked triple,
UVWXYZ-wing, NO_COLOR
"""


@pytest.mark.parametrize("asked", re.split(r",\s", OF_THE_FIELD.strip()))
def test_words_of_the_field_are_defined(asked):
    """Not only used somewhere in the pages."""
    done = run(*asked.split())
    assert done.exit_code == 0, f"add {asked!r} to docs/words.md: {done.output}"
    assert "Used in the pages" not in done.output, f"add {asked!r} to docs/words.md"


def test_every_heading_is_known():
    for page, heading, body in sections_with(""):
        assert (page, heading, body) in sections_with(pattern_of(heading)), heading


def test_every_word_of_the_page_of_words_is_told_with_its_meaning(known):
    for word in words():
        assert ("words", word) in known[plain(word)], word
        assert re.match(rf"(?:.*, )?{re.escape(word)}(?:, .*)?: [\w`]", text_on("words", word)), (
            word
        )


def test_the_page_of_words_refers_to_what_is_known(known):
    text = pages()["words"].read_text()
    asked = re.findall(r"`satdoku help (?:\"([^\"]+)\"|([^`\" ]+))`", text)
    for quoted, word in asked:
        name = quoted or word
        assert name == "WORD" or plain(name) in known or name in topics(), name


def test_an_option_is_told_without_the_commands_that_have_it():
    """But the choices of --format, which stand at the command."""
    ask = (
        "import sys; from satdoku.cli.tools.meanings import text_on; text_on('options', '--level');"
        "print([name for name in sys.modules if name.endswith('cli.make.generate')])"
    )
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_word_of_an_option_means_no_other_thing():
    assert run("--level").output.startswith("--level LABEL\n")
    assert "Topics:" not in run("--format").output


def test_a_word_that_only_texts_use_is_told_with_their_headings():
    told = run("hitting", "set").output
    assert told.startswith("Used in the pages (satdoku help PAGE): ")
    places = re.findall(r"([^,:]+) \((\w+)\)", told.partition("PAGE): ")[2])
    bodies = {(heading, page): body for page, heading, body in sections_with("")}
    assert places
    for heading, page in places:
        assert "hitting set" in bodies[heading.strip(), page]


def test_an_unknown_phrase_of_known_words_leads_to_these():
    done = run("thermo", "rubbish")
    assert done.exit_code == 2
    assert "unknown topic 'thermo rubbish': try `satdoku help thermo`" in done.output


def test_a_word_of_names_is_told_with_these_names():
    told = run("naked").output
    assert told.startswith("In names (satdoku help NAME): ")
    assert "naked subset, naked single, naked pair, " in told
    assert told.count("\n") == 1


def test_a_word_of_one_name_is_told_as_this_name():
    assert run("sudokupad").output == run("sudokupad-link").output
    assert run("canonical").output == run("canonical form").output


def test_plurals_and_hyphens_are_no_matter_and_a_letter_is():
    assert plain("boxes") == plain("box") and plain("houses") == plain("house")
    assert plain("statuses") == plain("status") != plain("statu")
    assert plain("S-wing") != plain("wing")


def test_what_is_deprecated_is_in_no_help():
    assert "print" not in run("--count").output


def test_several_meanings_are_all_told_each_under_a_line():
    lines = run("skyscraper").output.splitlines()
    assert [line for line in lines if re.fullmatch(r"\w+:", line)] == ["Techniques:", "Layouts:"]
    assert lines[-1].endswith("PAGE): skyscraper (gallery), hidden-skyscraper (gallery)")


def test_a_section_ends_where_the_next_begins():
    told = run("exit statuses").output
    assert "Signals" not in told and told.count("\n# ") == 0


def test_a_technique_and_a_word_alone_are_told_without_ado():
    assert run("clause").output.startswith("clause: ")
    assert run("naked pair").output == satdoku.technique("naked pair").text() + "\n"


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("thermometre", "thermometer"),
        pytest.param("--nera", "--near", marks=pytest.mark.room("datasets")),
        ("xwingg", "X-wing"),
        ("opensudokku", "opensudoku"),
        ("isomorf", "isomorph"),
        ("cadical159", "cadical153"),
        ("propogation", "propagation"),
    ],
)
def test_unknown_words_are_met_with_near_ones(asked, near):
    done = run(asked)
    assert done.exit_code == 2
    assert f"unknown topic '{asked}': did you mean " in done.output and near in done.output


@pytest.mark.parametrize("asked", ["qqqqqqqq", "--qqqqqqqq", "?", "+", "..."])
def test_a_word_like_no_other_is_unknown(asked):
    done = run(asked)
    assert done.exit_code == 2
    assert f"unknown topic '{asked}': `satdoku help` lists them" in done.output


def test_help_has_its_own_help():
    assert run("--help").output.startswith("Usage: ")
