"""The engines by name, each loaded only when it is asked for."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module

from ..errors import EngineError
from ..theory import Theory
from .base import Backend

#: name → (module in this package, class)
ENGINES = {
    "native": ("native", "Native"),
    "dlx": ("dlx", "Dlx"),
}


def open_backend(name: str, theory: Theory) -> Backend:
    """The engine of that name, bound to the theory; `EngineError` names the nearest ones."""
    if name not in ENGINES:
        near = get_close_matches(name, ENGINES) or list(ENGINES)
        raise EngineError(f"unknown engine {name!r}: did you mean {' or '.join(near)}?")
    module, cls = ENGINES[name]
    backend: Backend = getattr(import_module(f"{__package__}.{module}"), cls)(theory)
    return backend
