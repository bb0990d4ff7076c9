"""`satdoku rules`: the names of techniques, in the order in which they are tried."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from ...phrases import verbatim
from ..command import from_table
from ..listing import show, show_verdict
from ..messages import complain

if TYPE_CHECKING:
    from ...listing import Listing
    from ...logic.catalog.names import TechniqueRecord


@from_table("rules", "text", "json")
def command(judge: str | None, scale: str | None, language: str, form: str) -> int:
    """List the techniques: names, ratings and sets.

    Any of the names may be given to --only, --without, --until, --needs and --forbids, and those of
    our own scale, which has more, to --rules; capitals, blanks and hyphens do not matter. A form is
    found by its rule, and named by what was found.
    \f
    satdoku rules
    satdoku rules --format json
    satdoku rules --scale satdoku
    """
    if judge is not None:
        from ...extensions import judge_technique

        return show_verdict(judge_technique(judge), form)
    from ...logic.catalog.listings import techniques

    listing = techniques(scale)
    if language != "en":
        listing = with_names_in(language, listing)
    status = show(listing, form)
    if scale is None and sys.stdout.isatty():
        complain("the scale satdoku has more techniques: satdoku rules --scale satdoku")
    return status


def with_names_in(language: str, listing: Listing[TechniqueRecord]) -> Listing[TechniqueRecord]:
    """Return the list with the names in another language beside the names that options take."""
    shown = []
    for rating, name, first_set, notes in listing.shown:
        shown.append((rating, verbatim(name), name, verbatim(first_set), notes))
    rating, name, *others = listing.columns
    columns = (rating, name, verbatim(language), *others)
    return replace(listing, columns=columns, shown=tuple(shown))
