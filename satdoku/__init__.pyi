"""The public names for type checkers, and behind those of a room its name. Not written by
hand: `python -m tests.project.test_stubs` writes it, from `NAMES` of `__init__.py` and the rooms.
"""

from . import batch as batch
from . import environment as environment
from . import extensions as extensions
from . import records as records
from .backends.base import Backend as Backend
from .backends.inventory import Engine as Engine
from .backends.inventory import engines as engines
from .backends.registry import register_engine as register_engine
from .batch.canonical_forms import CanonicalForm as CanonicalForm
from .batch.canonical_forms import canonical as canonical
from .batch.puzzles import count as count
from .board import Puzzle as Puzzle
from .certificates.certificate import Certificate as Certificate  # certificates
from .certificates.certifying import certify as certify  # certificates
from .certificates.verifying import Verdict as Verdict  # certificates
from .certificates.verifying import verify as verify  # certificates
from .constraints.constraint import Constraint as Constraint
from .constraints.rules_text import rules_of as rules_of
from .datasets.audit.auditing import audit as audit  # datasets
from .datasets.audit.report import Audit as Audit  # datasets
from .datasets.make.making import Made as Made  # datasets
from .datasets.make.making import make_dataset as make_dataset  # datasets
from .datasets.make.tracing import candidates_before as candidates_before  # datasets
from .datasets.make.tracing import trace as trace  # datasets
from .datasets.placements import Placements as Placements  # datasets
from .datasets.placements import score_placements as score_placements  # datasets
from .datasets.scoring import Score as Score  # datasets
from .datasets.scoring import score_answer as score_answer  # datasets
from .datasets.scoring import score_answers as score_answers  # datasets
from .datasets.tokens import Tokens as Tokens  # datasets
from .diagnosis.diagnosing import Diagnosis as Diagnosis  # diagnosis
from .diagnosis.diagnosing import diagnose as diagnose  # diagnosis
from .diagnosis.redundant import minimal_puzzles as minimal_puzzles  # diagnosis
from .encodings.cnf.registry import register_encoding as register_encoding
from .encodings.decode import Decoded as Decoded
from .encodings.decode import decode as decode
from .encodings.exporting import Exported as Exported
from .encodings.exporting import export as export
from .encodings.published import Sized as Sized
from .encodings.published import cnf_encodings as cnf_encodings
from .errors import DecodeError as DecodeError
from .errors import EncodingError as EncodingError
from .errors import EngineError as EngineError
from .errors import GenerationError as GenerationError
from .errors import GenerationTimeLimit as GenerationTimeLimit
from .errors import Inconsistency as Inconsistency
from .errors import LayoutError as LayoutError
from .errors import NoModel as NoModel
from .errors import OutputError as OutputError
from .errors import ParseError as ParseError
from .errors import PuzzleError as PuzzleError
from .errors import SatdokuError as SatdokuError
from .errors import TheoryError as TheoryError
from .errors import TimeLimitReached as TimeLimitReached
from .errors import WorkerKilled as WorkerKilled
from .formats.converting import ConvertedText as ConvertedText
from .formats.converting import convert as convert
from .formats.converting import puzzle_formats as puzzle_formats
from .formats.text.reader import PuzzleLike as PuzzleLike
from .formats.text.reader import parse as parse
from .formats.text.reader import parse_all as parse_all
from .layout import Layout as Layout
from .listing import Listing as Listing
from .logic.available import Available as Available
from .logic.available import Step as Step
from .logic.available import available as available
from .logic.available import solving_steps as solving_steps
from .logic.available import steps as steps
from .logic.catalog.listings import levels as levels
from .logic.catalog.listings import techniques as techniques
from .logic.difficulty.level_generation import Level as Level
from .logic.difficulty.rating import Rating as Rating
from .logic.difficulty.rating import rate as rate
from .logic.explain import explain as explain
from .logic.explanation import Explanation as Explanation
from .logic.generating import generate as generate
from .logic.hints import Hint as Hint
from .logic.hints import hint as hint
from .logic.lessons.about import About as About
from .logic.lessons.about import technique as technique
from .logic.position import Position as Position
from .logic.starting import Start as Start
from .logic.starting import position as position
from .logic.steps import LogicStep as LogicStep
from .logic.verifying import Verification as Verification
from .logic.verifying import verify_steps as verify_steps
from .operations.checking import Report as Report
from .operations.checking import check as check
from .operations.comparing import compare as compare  # research
from .operations.comparison import Comparison as Comparison  # research
from .operations.generating import Recipe as Recipe
from .operations.judging_encodings import Judgement as Judgement  # research
from .operations.judging_encodings import judge_encoding as judge_encoding  # research
from .operations.layouts import LayoutRow as LayoutRow
from .operations.layouts import layouts as layouts
from .operations.minimizing import minimize as minimize
from .operations.outcomes import Outcome as Outcome
from .operations.outcomes import outcome as outcome
from .operations.random_grids import random_grid as random_grid
from .operations.shuffling import shuffled as shuffled
from .operations.solving import engine as engine
from .operations.solving import is_proper as is_proper
from .operations.solving import solution as solution
from .operations.solving import solutions as solutions
from .operations.solving import solve as solve
from .operations.true_candidates import TrueCandidates as TrueCandidates
from .operations.true_candidates import true_candidates as true_candidates
from .pictures.reading import Doubt as Doubt  # pictures
from .pictures.reading import PictureBoard as PictureBoard  # pictures
from .pictures.reading import read_picture as read_picture  # pictures
from .render.printing.book import Book as Book  # printing
from .render.printing.chosen_book import make_book as make_book  # printing
from .render.printing.sheets import Sheet as Sheet  # printing
from .render.printing.sheets import documents as documents  # printing
from .render.printing.sheets import sheets as sheets  # printing
from .render.terminal import Drawing as Drawing
from .render.terminal import drawing as drawing
from .schemas import schema as schema
from .selfchecking.running import Failure as Failure  # selfchecking
from .selfchecking.running import SelfCheck as SelfCheck  # selfchecking
from .selfchecking.running import selfcheck as selfcheck  # selfchecking
from .serving.operations import OPERATIONS as OPERATIONS  # serving
from .theory import Theory as Theory
from .workers.cluster import on_cluster as on_cluster

#: Puzzle.certify  # certificates
#: Puzzle.diagnose  # diagnosis
#: satdoku book  # printing
#: satdoku canon  # make
#: satdoku certify  # certificates
#: satdoku check  # solve
#: satdoku compare  # research
#: satdoku completion  # tools
#: satdoku convert  # exchange
#: satdoku count  # solve
#: satdoku dataset  # datasets
#: satdoku decode  # research
#: satdoku diagnose  # solve
#: satdoku encodings  # research
#: satdoku engines  # research
#: satdoku explain  # logic
#: satdoku export  # research
#: satdoku formats  # exchange
#: satdoku generate  # make
#: satdoku help  # tools
#: satdoku hint  # logic
#: satdoku layouts  # exchange
#: satdoku levels  # logic
#: satdoku mcp  # serving
#: satdoku minimize  # make
#: satdoku print  # printing
#: satdoku publish  # serving
#: satdoku rate  # logic
#: satdoku read  # pictures
#: satdoku rules  # logic
#: satdoku schema  # tools
#: satdoku selfcheck  # tools
#: satdoku serve  # serving
#: satdoku show  # exchange
#: satdoku shuffle  # make
#: satdoku solve  # solve
#: satdoku steps  # logic
#: satdoku verify  # certificates
#: satdoku verify-steps  # logic

__version__: str
__all__: list[str]
