"""The options of the command here."""

from __future__ import annotations

from .. import values
from ..options import BOARD, FORMAT, OUTPUT, Option
from ..values import ValueType

PICTURES = Option("pictures", ValueType("FILE", many=True, complete=values.complete_files), None)
#: The options of each command, in the order of its help.
OPTIONS = {"read": (PICTURES, *BOARD, FORMAT, OUTPUT)}
