"""The native engine: the lecture's three rules of inference, and search on top of them."""

from .deduction import Deduction

__all__ = ["Deduction"]
