"""The public names of `satdoku.batch` for type checkers. Not written by hand:
`python -m tests.project.test_stubs` writes it, from `NAMES` of `__init__.py` and the rooms.
"""

from ..datasets.make.tracing import explain as explain  # datasets
from ..kernels.canonical.form_kernel import Forms as Forms
from ..kernels.tasks import Decided as Decided
from ..kernels.tasks import Solved as Solved
from ..logic.difficulty.rates import Rates as Rates
from ..logic.difficulty.rates import rate as rate
from .boards import decided_digits as decided_digits
from .boards import lines as lines
from .generating import generate as generate
from .generating import generate_by as generate_by
from .generating import random_grids as random_grids
from .solving import Checked as Checked
from .solving import base_rules as base_rules
from .solving import canonical as canonical
from .solving import check as check
from .solving import first_solutions as first_solutions
from .solving import minimize as minimize
from .solving import solve as solve

__all__: list[str]
