"""Records: classes of values that nothing changes once they are made.

>>> @frozen
... class Point:
...     x: int
>>> Point(1) == Point(1)
True
"""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Record = TypeVar("Record")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[Record]) -> type[Record]:
    """Make a class a dataclass whose fields cannot be set, and that has no others."""
    return dataclass(frozen=True, slots=True)(cls)
