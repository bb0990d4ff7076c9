"""Lists of names on the command line."""

from __future__ import annotations

import json

from ..listing import Listing


def show(listing: Listing, form: str) -> int:
    """Print a list: columns for people, an object a line for programs. The exit status: 0."""
    if form == "json":
        for record in listing:
            print(json.dumps(record, ensure_ascii=False))
    else:
        print(listing.text())
    return 0
