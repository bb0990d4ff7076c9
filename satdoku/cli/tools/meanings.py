"""What any word but a topic means, in the documents and wherever the program takes names.

Names come from the tables that define them, so a new kind, option or format needs no entry here;
texts come from the lists that commands print. Only the list of what was asked for is made, since
some take a second. Case, hyphens, blanks and plurals do not matter.

>>> plain("X-Wings") == plain("x wing"), plain("knight's moves")
(True, 'knightmove')
>>> things_named("skyscrapers")
[('techniques', 'skyscraper'), ('layouts', 'skyscraper')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NoReturn

import click

from ...formats.format_table import FORMATS
from ...phrases import phrase
from ...suggest import unknown
from ..command import parameter
from ..commands import COMMANDS, load
from ..listing import list_of
from ..messages import SPEECH, tell
from ..options import FORMAT, Option, options_of
from ..values import layout_names, level_names
from .pages import pages, read, topics, words

#: What singular and plural differ in: boxes, box; houses, house; knight's, knight; but not status.
ENDING = re.compile(r"(?:(?<=\w[sxz])|(?<=[cs]h))es?$|(?<=[^\Wus])'?s$")
#: The public functions that return lists, where they are not called as their things.
FUNCTIONS = {"formats": "puzzle_formats", "encodings": "cnf_encodings"}
#: At most this many sections are named that use a word.
MOST_PLACES = 8


def explain_word(asked: str) -> None:
    """Print what a word means: each thing of that name, or else the first section about it, or else
    the names that contain it, or else where the pages use it.

    Raises a usage error for an unknown word.
    """
    things = things_named(asked)
    parts = []
    for what, thing in things:
        text = text_on(what, thing)
        if len(things) > 1:
            heading = tell(phrase("{heading}:", heading=what.capitalize()))
            text = f"{heading}\n{text}"
        parts.append(text)
    sections = list(sections_with(pattern_of(asked)))
    if sections:
        places = ", ".join(f"{heading} ({page})" for page, heading, _ in sections)
        parts.append(tell(phrase("In the pages (satdoku help PAGE): {names!s}", names=places)))
    if not parts or not plain(asked):
        tell_longer_names(asked)
    elif things:
        click.echo("\n\n".join(parts))
    else:
        _, heading, body = sections[0]
        read(f"# {heading}\n\n{body}\n\n{parts[0]}")


def tell_longer_names(asked: str) -> None:
    """Print the names that contain a word, or what the only one means."""
    longer = [] if asked.startswith("-") else names_with(asked)
    match longer:
        case []:
            tell_where_it_stands(asked)
        case [name]:
            explain_word(name)
        case _:
            names = ", ".join(longer)
            click.echo(tell(phrase("In names (satdoku help NAME): {names!s}", names=names)))


def tell_where_it_stands(asked: str) -> None:
    """Print where the formats and pages use a word that is no name.

    Raises a usage error for an unknown word.
    """
    formats = []
    places = []
    if plain(asked) and not asked.startswith("-"):
        used = re.compile(rf"(?i)\b{pattern_of(asked)}(?:es|s|e)?\b")
        for name, row in FORMATS.items():
            if used.search(row.title):
                formats.append(row_of("puzzle_formats", name))
        for page, heading, body in sections_with(""):
            if used.search(body):
                places.append(f"{heading} ({page})")
    if formats:
        click.echo("\n\n".join(formats))
    elif places:
        names = ", ".join(places[:MOST_PLACES])
        click.echo(tell(phrase("Used in the pages (satdoku help PAGE): {names!s}", names=names)))
    else:
        refuse_unknown(asked)


def refuse_unknown(asked: str) -> NoReturn:
    """Raise the usage error for an unknown word: with the names that are like it, or of its own
    words those that are known."""
    known = []
    for word in asked.split():
        if word != asked and things_named(word):
            known.append(f"`satdoku help {word}`")
    if known:
        raise click.UsageError(
            phrase("unknown topic {asked!r}: try {names}", asked=asked, names=" or ".join(known))
        )
    raise click.UsageError(unknown(asked, known_names(), "topic", "satdoku help"))


def names_with(asked: str) -> list[str]:
    """Return the names that contain these words, each thing by its first name."""
    wanted = " ".join(tokens(asked))
    found = dict[tuple[str, str], str]()
    for what, name, thing in every_name():
        words = " ".join(tokens(name))
        if wanted and f" {wanted} " in f" {words} ":
            found.setdefault((what, thing), name)
    return list(dict.fromkeys(found.values()))


def things_named(asked: str) -> list[tuple[str, str]]:
    """Return (what it is, thing) for each thing of this name; of an option only options."""
    wanted = plain(asked)
    names = option_names() if asked.startswith("-") else every_name()
    found = [(what, thing) for what, name, thing in names if plain(name) == wanted]
    return list(dict.fromkeys(found))


def known_names() -> list[str]:
    """Return all names, and the words of headings."""
    names = [name for _, name, _ in every_name()]
    for _, heading, _ in sections_with(""):
        names += heading.lower().split()
    return names


def tokens(name: str) -> list[str]:
    """Return the words of a name, without what does not matter: a + at its end does (`cnf+`)."""
    found = re.findall(r"[^\W_]+(?:'s\b|\+$)?", name.casefold())
    return [ENDING.sub("", word) for word in found]


def plain(name: str) -> str:
    """Return the words of a name as one."""
    return "".join(tokens(name))


def pattern_of(asked: str) -> str:
    """Return a pattern for words in headings, in the singular or plural."""
    return r"'?(?:es|s|e)?\W+".join(tokens(asked))


def sections_with(pattern: str) -> Iterator[tuple[str, str, str]]:
    """Yield (page, heading, text up to the next heading) of the headings with these words."""
    for page, path in pages().items():
        text = path.read_text(encoding="utf-8")
        for section in re.split("(?m)^#+ ", text)[1:]:
            heading, _, body = section.partition("\n")
            if re.search(rf"(?i)\b{pattern}(?:es|s|e)?\b", heading):
                yield page, heading, body.strip()


def every_name() -> Iterator[tuple[str, str, str]]:
    """Yield (what it is, name, thing) for all that has a name, or several."""
    from ...backends.registry import ENGINES, OWN_PROCESS, PROGRAMS
    from ...constraints.constraint import other_names
    from ...encodings.cnf.registry import ENCODINGS
    from ...encodings.files.targets import TARGETS
    from ...logic.catalog.names import ALIASES, SE_ALIASES
    from ...logic.lessons.about import lessons

    names_by_what = {
        "topics": topics(),
        "words": words(),
        "techniques": lessons(),
        "layouts": layout_names(),
        "formats": FORMATS,
        "formats for solvers": TARGETS,
        "encodings": ENCODINGS,
        "engines": [*ENGINES, *OWN_PROCESS, *PROGRAMS],
        "levels": level_names(),
    }
    for what, names in names_by_what.items():
        for name in names:
            yield what, name, name
    for name, technique in (SE_ALIASES | ALIASES).items():
        yield "techniques", name, technique
    for kind, others in other_names().items():
        for name in others:
            yield "layouts", name, kind
    yield from option_names()


def option_names() -> Iterator[tuple[str, str, str]]:
    """Yield the same for options, from the tables of the rooms."""
    for command in COMMANDS:
        for option in options_of(command).options:
            if not option.deprecated:
                for name in spellings(option):
                    yield "options", name, name


def spellings(option: Option) -> list[str]:
    """Return the names of an option, short and long, and of its opposite."""
    return re.findall("-+[a-z-]+", option.names)


def text_on(what: str, thing: str) -> str:
    """Return what a thing is, in the language that is spoken."""
    match what:
        case "topics":
            return tell(phrase("`satdoku help {name!s}` shows it.", name=thing))
        case "words":
            return tell(words()[thing])
        case "techniques":
            from ...logic.lessons.about import technique

            return technique(thing).text(SPEECH.language)
        case "layouts":
            return on_layout(thing)
        case "options":
            return on_option(thing)
        case "formats for solvers":
            return tell(phrase("`satdoku export --to {name!s}` writes it.", name=thing))
    return row_of(FUNCTIONS.get(what, what), thing)


def on_layout(name: str) -> str:
    """Return what a kind, board or house is; of a kind also its other names and an example."""
    from ...constraints.constraint import other_names
    from ...layout_names import SYNONYMS
    from ...layout_shapes import OVERLAPS
    from ...operations.variant_generation import generated_kinds

    name = SYNONYMS.get(name, name)
    rule = name
    lines = [row_of("layouts", re.sub(r"^\d+x\d+$", "9x9", name))]
    if name in other_names():
        names = ", ".join(other_names()[name])
        lines.append(tell(phrase("Other names: {names!s}", names=names)))
    for line in pages()["variants"].read_text(encoding="utf-8").splitlines():
        if line.startswith(f"| `{name}` | "):
            columns = line.replace("\\|", "|").split(" | ")
            rule = columns[5].strip("`")
    if not rule[0].isdigit() and name not in OVERLAPS:
        rule = f"9x9+{rule}"
    lines.append(tell(phrase('To write it: --layout "{rule!s}"', rule=rule)))
    if name in generated_kinds():
        made = phrase("To make puzzles: satdoku generate --kind {name!s}", name=name)
        lines.append(tell(made))
    return "\n".join(lines)


def on_option(name: str) -> str:
    """Return what an option means, with the commands in which it means that."""
    commands = dict[str, list[str]]()
    for command in COMMANDS:
        for option in options_of(command).options:
            if name in spellings(option) and not option.deprecated:
                text = help_of(option, command)
                commands.setdefault(text, []).append(command)
    told = []
    for text, names in commands.items():
        where = tell(phrase("In: {names!s}", names=", ".join(names)))
        told.append(f"{text}\n  {where}")
    return "\n".join(told)


def help_of(option: Option, command: str) -> str:
    """Return what the help of a command says of an option, without loading the command's module;
    but only that has the choices of --format."""
    context = click.Context(click.Command(command))
    if option is FORMAT:
        made = next(one for one in load(command).params if option.name in one.opts)
    else:
        made = parameter(option)
    record = made.get_help_record(context)
    assert record is not None
    return "\n  ".join(record)


def row_of(function: str, name: str) -> str:
    """Return the list that a public function gives, cut down to the row of this name."""
    listing = list_of(function)
    rows = tuple(row for row in listing.shown if row[0].lstrip("+") == name)
    row = replace(listing, shown=rows, foot="")
    return row.text(SPEECH.language)
