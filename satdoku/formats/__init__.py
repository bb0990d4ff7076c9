"""Puzzles as text: reading with format detection (`text.reader`), writing (`write`), and one table
of all formats (`table`), each in its own module.

The name is public twice: `satdoku.formats()` lists the formats, like the command of that name, and
the modules are below it. So the package itself is callable.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..listing import Listing


class _Callable(ModuleType):
    def __call__(self) -> Listing:
        from .converting import formats

        return formats()


sys.modules[__name__].__class__ = _Callable
