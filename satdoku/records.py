"""The types of records: what `record()` of the answers returns, and `--format json` prints.

Each is a TypedDict, so type checkers, pydantic and FastAPI (`-> satdoku.records.HintRecord`) know
its keys.
`satdoku.schema` gives their JSON Schemas, and `record_types.py` makes these.

>>> from satdoku.records import LayoutRecord
>>> sorted(LayoutRecord.__annotations__)
['layout', 'symbols']

Each name is imported when first used; `records.pyi` lists them for type checkers.
"""

from . import NAMES, public_names

__getattr__, __dir__ = public_names(__name__, NAMES, records=True)
