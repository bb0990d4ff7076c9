"""A theory in other formalisms: CNF by many encodings, KNF, CNF+, OPB, CP-SAT, MiniZinc, …

`exactly_one` has one function per encoding, `registry` their names and references; `minimal` and
`triads` encode a whole theory at once. Each target format is a file of its own.

The name is public twice: `satdoku.encodings()` lists the encodings, like the command of that name,
and the modules are below it. So the package is callable.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..listing import Listing


class _Callable(ModuleType):
    def __call__(self, *arguments: Any, **named: Any) -> Listing:
        from .sizes import encodings

        return encodings(*arguments, **named)


sys.modules[__name__].__class__ = _Callable
