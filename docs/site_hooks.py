"""What the site adds to the pages when it is built: the reference, boards of the gallery that play,
and links out of the site.

Boards play by the desk that `satdoku serve --export` writes, in the site's folder `play`; where its
kernels cannot be built (no ziglang), the gallery has pictures only.
"""

import re
from functools import cache
from html import escape
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from satdoku.cli.commands import HEADINGS
from satdoku.cli.tools.help import usage
from satdoku.errors import EngineError
from satdoku.formats.text.reader import parse
from satdoku.serving.static_site import address, kernels_package, write_site

#: `from .module import name as public`, in the stubs that list the public names.
PUBLIC = re.compile(r"^from \.(\.?)(\S*) import (\w+) as (\w+)(?:  # \w+)?$", re.MULTILINE)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Fill in the reference; files of the repository that are not on the site lose their links."""
    if page.file.src_uri == "reference/commands.md":
        markdown += commands()
    elif page.file.src_uri == "reference/python.md":
        markdown = re.sub(
            r"^\{\{ (\S+) \}\}$", lambda m: python(m[1]), markdown, flags=re.MULTILINE
        )
    elif page.file.src_uri == "gallery.md" and plays():
        markdown = BOARD.sub(lambda m: m[0] + board(m[1]), markdown)
    return re.sub(
        r"\[([^\]]+)\]\((?:\.\./)+(?:satdoku|examples|encodings|benchmarks)[^)]*\)", r"\1", markdown
    )


#: A puzzle of the gallery, on a line of its own.
BOARD = re.compile(r"^```text\n(.+)\n```$", re.MULTILINE)
GALLERY = Path(__file__).with_name("gallery.md")


@cache
def plays() -> bool:
    """Whether the kernels for browsers are there."""
    try:
        kernels_package()
    except EngineError:
        return False
    return True


def board(puzzle: str) -> str:
    """A board to play on, which is loaded when it is opened."""
    fragment = address(parse(puzzle)).replace("#puzzle=", "#play=", 1)
    source = escape(f"../play/index.html{fragment}")
    return (
        "\n\n<details><summary>Play it here</summary>"
        f'<iframe src="{source}" loading="lazy" title="The desk" '
        'style="width: 100%; height: 52rem; border: 0"></iframe></details>\n'
    )


def on_post_build(config: MkDocsConfig) -> None:
    """Write the desk for the boards of the gallery."""
    if plays():
        puzzles = BOARD.findall(GALLERY.read_text("utf-8"))
        write_site(Path(config.site_dir) / "play", map(parse, puzzles))


def commands() -> str:
    """The help of every command, under the headings of `satdoku --help`."""
    parts = []
    for heading, section in HEADINGS.items():
        parts.append(f"\n## {heading}\n")
        parts += [f"\n### satdoku {name}\n\n```text\n{usage(name)}\n```\n" for name in section]
    return "".join(parts)


def python(package: str) -> str:
    """A directive of mkdocstrings for each public name of a package: its stub lists them."""
    with open(package.replace(".", "/") + "/__init__.pyi", encoding="utf-8") as stub:
        names = PUBLIC.findall(stub.read())
    parts = []
    for above, module, name, public in sorted(names, key=lambda found: found[3].casefold()):
        if not module:
            continue
        home = package.rpartition(".")[0] if above else package
        options = f"    options:\n      heading: {public}\n      toc_label: {public}\n"
        parts.append(f"\n::: {home}.{module}.{name}\n{options}")
    return "".join(parts)
