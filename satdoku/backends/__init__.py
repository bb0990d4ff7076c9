"""Engines: one interface (`base`), one engine per file, chosen by name (`registry`)."""

from .base import Backend, Completion, Statistics
from .registry import ENGINES, open_backend

__all__ = ["ENGINES", "Backend", "Completion", "Statistics", "open_backend"]
