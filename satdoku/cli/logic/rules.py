"""`satdoku rules`: the names of techniques, in the order in which they are tried."""

from __future__ import annotations

import sys

from ..command import from_table
from ..listing import show, show_verdict
from ..messages import complain


@from_table("rules", "text", "json")
def command(judge: str | None, scale: str | None, form: str) -> int:
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

    status = show(techniques(scale), form)
    if scale is None and sys.stdout.isatty():
        complain("the scale satdoku has more techniques: satdoku rules --scale satdoku")
    return status
