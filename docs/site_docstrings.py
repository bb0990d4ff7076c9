"""How the reference of Python shows docstrings: parameters, fields and keys as a list, examples as
code. In the source they are sentences: "limit: at most so many. engine: a name."
"""

import re
from typing import Any

import griffe


class Docstrings(griffe.Extension):
    """Rewrites the docstring of each object that is loaded, as Markdown."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite one docstring; an object's names are its parameters, or its members."""
        if obj.docstring:
            names = [p.name for p in obj.parameters] if obj.is_function else list(obj.members)
            obj.docstring.value = as_markdown(obj.docstring.value, names)


def as_markdown(text: str, names: list[str]) -> str:
    """Return a docstring whose sentences on these names are items of a list.

    >>> print(as_markdown("Count. limit, most: at most so many. Raises `E`.", ["limit", "most"]))
    Count.
    <BLANKLINE>
    - **limit**, **most**: at most so many.
    <BLANKLINE>
    Raises `E`.
    """
    return "\n\n".join(_paragraph(part, names) for part in text.split("\n\n"))


def _paragraph(text: str, names: list[str]) -> str:
    if text.startswith(">>> "):
        return f"```pycon\n{text}\n```"
    if not names:
        return text
    name = "|".join(map(re.escape, names))
    start = rf"(?:^|(?<=[.;] ))((?:{name})(?:, (?:{name}))*): "
    whole, *found = re.split(start, " ".join(text.split()))
    if not found:
        return text
    *_, last = found
    found[-1], raises, errors = re.split(r"(?:(?<=\. )|$)(Raises |$)", last, maxsplit=1)
    items = [
        f"- {', '.join(f'**{name}**' for name in said.split(', '))}: {meaning.strip()}"
        for said, meaning in zip(found[::2], found[1::2], strict=True)
    ]
    parts = [whole.strip(), "\n".join(items), f"{raises}{errors}".strip()]
    return "\n\n".join(filter(None, parts))
