"""User-defined rules: tables of pairs, regular expressions, automata, formulas, "or"."""

from . import custom, formula

__all__ = ["custom", "formula"]
