"""satdoku: a Sudoku workbench on one idea: a puzzle is a theory of exactly-one clauses.

>>> import satdoku
>>> puzzle = satdoku.parse("12..34..........", satdoku.Layout.of_size(4))
>>> satdoku.count(puzzle)
12
>>> [puzzle.clues for puzzle in satdoku.generate(3, seed=7)]
[24, 25, 25]

Only the names in `__all__` are public; `__init__.pyi` lists them. Each is imported when
first used.
"""

from __future__ import annotations

# Imports are deferred to their first use: the command handles signals as soon as this file is read.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__version__ = "0.1.0"


def public_names(package: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package whose stub, next to `file`, lists its names.

    A line `from .module import name as public` gives the module that defines a public name.
    """

    known: dict[str, tuple[str, str]] = {}

    def homes() -> dict[str, tuple[str, str]]:
        if not known:
            import re

            with open(file.removesuffix(".py") + ".pyi", encoding="utf-8") as stub:
                found = re.findall(
                    r"^from (\.\S*) import (\w+) as (\w+)$", stub.read(), re.MULTILINE
                )
            known.update({public: (module, name) for module, name, public in found})
        return known

    def get(public: str) -> Any:
        if public == "__all__":
            return sorted(homes())
        if public not in homes():
            raise AttributeError(f"module {package!r} has no attribute {public!r}")
        import sys
        from importlib import import_module

        module, name = homes()[public]
        if module == ".":
            value = import_module(f".{name}", package)
        else:
            value = getattr(import_module(module, package), name)
        setattr(sys.modules[package], public, value)
        return value

    return get, lambda: sorted([*homes(), "__version__"])


__getattr__, __dir__ = public_names(__name__, __file__)
