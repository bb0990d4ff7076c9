"""What things of your own are made with, for type checkers. Not written by hand:
`python -m tests.project.test_stubs` writes it, from `NAMES` of `extensions.py`.
"""

from .constraints.kind_table import Kind as Kind
from .errors import PluginError as PluginError
from .formats.own_formats import OwnFormat as OwnFormat
from .logic.catalog.row import OwnTechnique as OwnTechnique
from .logic.judging_techniques import judge_technique as judge_technique
from .logic.view import Finding as Finding
from .logic.view import View as View
from .operations.judging_formats import judge_format as judge_format
from .operations.judging_kinds import judge_kind as judge_kind
from .plugins import PluginVerdict as PluginVerdict
from .plugins import load_plugin as load_plugin

__all__: list[str]
