"""The checks that run on each puzzle. A check returns a description of the problem, or "".

To add one, write a function in the module of its kind, or in a new one, and list it here. No result
is judged by the component that produced it (`judge`). For components that validate input
(certificates, steps), the check also forges input; an accepted forgery is a failure.
"""

from __future__ import annotations

from collections.abc import Callable

from ..board import Puzzle
from .of_certificates import check_certificates
from .of_diagnoses import check_diagnoses
from .of_reading import check_forms, check_text
from .of_solving import check_encodings, check_engines, check_kernels
from .of_steps import check_logic, check_rules

CHECKS: dict[str, Callable[[Puzzle], str]] = {
    "text": check_text,
    "engines": check_engines,
    "encodings": check_encodings,
    "kernels": check_kernels,
    "logic": check_logic,
    "rules": check_rules,
    "certificates": check_certificates,
    "forms": check_forms,
    "diagnoses": check_diagnoses,
}
