"""The one list of the public names: where each is at home. `__init__.py` reads it."""

from . import batch as batch
from .backends.inventory import engines as engines
from .batch.least_forms import canonical as canonical
from .batch.puzzles import count as count
from .batch.puzzles import generate as generate
from .board import Puzzle as Puzzle
from .certificates.certifying import certify as certify
from .certificates.verifying import verify as verify
from .constraints.constraint import Constraint as Constraint
from .datasets.auditing import audit as audit
from .diagnosis.diagnosing import diagnose as diagnose
from .encodings.decode import decode as decode
from .encodings.exporting import export as export
from .encodings.sizes import encodings as encodings
from .errors import DecodeError as DecodeError
from .errors import EncodingError as EncodingError
from .errors import EngineError as EngineError
from .errors import GenerationError as GenerationError
from .errors import Inconsistency as Inconsistency
from .errors import LayoutError as LayoutError
from .errors import OutputError as OutputError
from .errors import ParseError as ParseError
from .errors import PuzzleError as PuzzleError
from .errors import SatdokuError as SatdokuError
from .errors import TheoryError as TheoryError
from .errors import TimeLimitReached as TimeLimitReached
from .formats.fpuzzles_writing import fpuzzles_link as fpuzzles_link
from .formats.iss_writing import iss_link as iss_link
from .formats.reader import parse as parse
from .formats.reader import parse_all as parse_all
from .layout import Layout as Layout
from .logic.explaining import explain as explain
from .logic.hints import hint as hint
from .logic.listings import levels as levels
from .logic.listings import techniques as techniques
from .logic.rating import rate as rate
from .logic.single_steps import steps as steps
from .logic.verifying import verify_steps as verify_steps
from .operations.checking import check as check
from .operations.comparing import compare as compare
from .operations.layouts import layouts as layouts
from .operations.minimizing import minimize as minimize
from .operations.outcomes import outcome as outcome
from .operations.random_grids import random_grid as random_grid
from .operations.shuffling import shuffled as shuffled
from .operations.solving import is_proper as is_proper
from .operations.solving import solution as solution
from .operations.solving import solutions as solutions
from .operations.solving import solve as solve
from .selfchecking.running import selfcheck as selfcheck
from .theory import Theory as Theory

__version__: str
__all__: list[str]
