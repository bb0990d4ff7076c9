"""What things of your own are made with: kinds of rules, techniques and formats (docs/plugins.md).

>>> from satdoku.extensions import Kind
>>> Kind("rising", "digits rise along {it}").name
'rising'

Each name is imported when first used; `extensions.pyi` lists them for type checkers.
"""

from . import public_names

#: The public names by module, as `NAMES` of `satdoku`.
NAMES = {
    "constraints.kind_table": "Kind",
    "errors": "PluginError",
    "formats.own_formats": "OwnFormat",
    "logic.catalog.row": "OwnTechnique",
    "logic.judging_techniques": "judge_technique",
    "logic.view": "Finding View",
    "operations.judging_formats": "judge_format",
    "operations.judging_kinds": "judge_kind",
    "plugins": "PluginVerdict load_plugin",
}
__getattr__, __dir__ = public_names(__name__, NAMES)
