"""What the site adds to the pages when it is built: the reference, and links out of the site."""

import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from satdoku.cli.commands import HEADINGS
from satdoku.cli.tools.help import usage

#: `from .module import name as public`, in the stubs that list the public names.
PUBLIC = re.compile(r"^from \.(\.?)(\S*) import (\w+) as (\w+)$", re.MULTILINE)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Fill in the reference; files of the repository that are not on the site lose their links."""
    if page.file.src_uri == "reference/commands.md":
        markdown += commands()
    elif page.file.src_uri == "reference/python.md":
        markdown = re.sub(
            r"^\{\{ (\S+) \}\}$", lambda m: python(m[1]), markdown, flags=re.MULTILINE
        )
    return re.sub(
        r"\[([^\]]+)\]\((?:\.\./)+(?:satdoku|examples|encodings|benchmarks)[^)]*\)", r"\1", markdown
    )


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
