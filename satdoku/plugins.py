"""Objects of the user's own, from a file or an installed package: encodings and engines.

`found("my.py:ladder", …)` is `ladder` of the file my.py, run as a module of its own; any other name
is looked up among the entry points of a group, such as "satdoku.encodings".
"""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

from .errors import SatdokuError

#: 'my.py:function'
FILE = re.compile(r"(.+\.py):([A-Za-z_]\w*)")


def found(name: str, group: str, error: type[SatdokuError]) -> Any:
    """Return the object of that name, None if there is none.

    Raises `error` if it cannot be loaded.
    """
    try:
        if match := FILE.fullmatch(name):
            spec = spec_from_file_location("satdoku_own_file", match[1])
            assert spec and spec.loader
            module = module_from_spec(spec)
            spec.loader.exec_module(module)
            return getattr(module, match[2])
        from importlib.metadata import entry_points  # slow to load

        own = next(iter(entry_points(group=group, name=name)), None)
        return own and own.load()
    except Exception as problem:
        raise error(f"cannot load {name}: {type(problem).__name__}: {problem}") from problem
