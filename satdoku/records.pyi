"""The types of records for type checkers. Not written by hand:
`python -m tests.project.test_stubs` writes it, from `NAMES` of `satdoku` and the rooms.
"""

from .backends.inventory import EngineRecord as EngineRecord
from .batch.canonical_forms import CanonicalFormRecord as CanonicalFormRecord
from .certificates.certificate import CertificateRecord as CertificateRecord  # certificates
from .certificates.verifying import VerdictRecord as VerdictRecord  # certificates
from .datasets.audit.report import AuditRecord as AuditRecord  # datasets
from .datasets.make.making import ManifestRecord as ManifestRecord  # datasets
from .datasets.make.tracing import TraceRecord as TraceRecord  # datasets
from .datasets.scoring import ScoreRecord as ScoreRecord  # datasets
from .diagnosis.diagnosis_record import DiagnosisRecord as DiagnosisRecord  # diagnosis
from .encodings.decode import DecodedRecord as DecodedRecord
from .encodings.exporting import ExportedRecord as ExportedRecord
from .encodings.published import EncodingRecord as EncodingRecord
from .formats.converting import FormatRecord as FormatRecord
from .logic.available import AvailableRecord as AvailableRecord
from .logic.available import PlacedStepRecord as PlacedStepRecord
from .logic.catalog.listings import LevelRecord as LevelRecord
from .logic.catalog.names import TechniqueRecord as TechniqueRecord
from .logic.difficulty.rating import RatingRecord as RatingRecord
from .logic.explanation import ExplanationRecord as ExplanationRecord
from .logic.hints import HintRecord as HintRecord
from .logic.lessons.about import AboutRecord as AboutRecord
from .logic.verifying import VerificationRecord as VerificationRecord
from .operations.checking import ReportRecord as ReportRecord
from .operations.comparison import ComparisonRecord as ComparisonRecord  # research
from .operations.judging_encodings import JudgementRecord as JudgementRecord  # research
from .operations.outcomes import OutcomeRecord as OutcomeRecord
from .operations.true_candidates import TrueCandidatesRecord as TrueCandidatesRecord
from .pictures.reading import AlternativeRecord as AlternativeRecord  # pictures
from .pictures.reading import DoubtRecord as DoubtRecord  # pictures
from .pictures.reading import PictureBoardRecord as PictureBoardRecord  # pictures
from .pictures.reading import PictureFileRecord as PictureFileRecord  # pictures
from .plugins import PluginVerdictRecord as PluginVerdictRecord
from .record_types import LayoutRecord as LayoutRecord
from .record_types import PuzzleRecord as PuzzleRecord
from .render.terminal import DrawingRecord as DrawingRecord
from .selfchecking.running import FailureRecord as FailureRecord  # selfchecking
from .selfchecking.running import SelfCheckRecord as SelfCheckRecord  # selfchecking

__all__: list[str]
