"""satdoku: a Sudoku workbench on one idea: a puzzle is a theory of exactly-one clauses.

>>> import satdoku
>>> puzzle = satdoku.parse("12..34..........", satdoku.Layout.of_size(4))
>>> satdoku.count(puzzle)
12
>>> [puzzle.clues for puzzle in satdoku.generate(3, seed=7)]
[24, 25, 25]

Only the names in `__all__` are public: those of `NAMES`, and those that rooms add (`rooms.py`).
Each is imported when first used. `__init__.pyi` lists them for type checkers: after a change of
names, `python -m tests.project.test_stubs` writes it.
"""

from __future__ import annotations

# Imports are deferred to their first use: the command handles signals as soon as this file is read.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__version__ = "0.1.0"

#: The public names of what is always there, by module, separated by blanks; "": a module itself.
NAMES = {
    "": "batch environment extensions records",
    "backends.base": "Backend",
    "backends.inventory": "Engine EngineRecord engines",
    "backends.registry": "register_engine",
    "batch.canonical_forms": "CanonicalForm CanonicalFormRecord canonical",
    "batch.puzzles": "count",
    "board": "Puzzle",
    "constraints.constraint": "Constraint",
    "constraints.rules_text": "rules_of",
    "encodings.cnf.registry": "register_encoding",
    "encodings.decode": "Decoded DecodedRecord decode",
    "encodings.exporting": "Exported ExportedRecord export",
    "encodings.published": "EncodingRecord Sized cnf_encodings",
    "errors": (
        "DecodeError EncodingError EngineError GenerationError GenerationTimeLimit Inconsistency "
        "LayoutError NoModel OutputError ParseError PuzzleError SatdokuError TheoryError "
        "TimeLimitReached WorkerKilled"
    ),
    "formats.converting": "ConvertedText FormatRecord convert puzzle_formats",
    "formats.text.reader": "PuzzleLike parse parse_all",
    "layout": "Layout",
    "listing": "Listing",
    "logic.available": (
        "Available AvailableRecord PlacedStepRecord Step available solving_steps steps"
    ),
    "logic.catalog.listings": "LevelRecord levels techniques",
    "logic.catalog.names": "TechniqueRecord",
    "logic.difficulty.level_generation": "Level",
    "logic.difficulty.rating": "Rating RatingRecord rate",
    "logic.explain": "explain",
    "logic.explanation": "Explanation ExplanationRecord",
    "logic.generating": "generate",
    "logic.hints": "Hint HintRecord hint",
    "logic.lessons.about": "About AboutRecord technique",
    "logic.position": "Position",
    "logic.starting": "Start position",
    "logic.steps": "LogicStep",
    "logic.verifying": "Verification VerificationRecord verify_steps",
    "operations.generating": "Recipe",
    "operations.checking": "Report ReportRecord check",
    "operations.layouts": "LayoutRow layouts",
    "operations.minimizing": "minimize",
    "operations.outcomes": "Outcome OutcomeRecord outcome",
    "operations.random_grids": "random_grid",
    "operations.shuffling": "shuffled",
    "operations.solving": "engine is_proper solution solutions solve",
    "operations.true_candidates": "TrueCandidates TrueCandidatesRecord true_candidates",
    "record_types": "LayoutRecord PuzzleRecord",
    "render.terminal": "Drawing DrawingRecord drawing",
    "plugins": "PluginVerdictRecord",
    "schemas": "schema",
    "theory": "Theory",
    "workers.cluster": "on_cluster",
}


#: Names of the release before, which still work in this one, and what they are now.
OLD_NAMES = {"Form": "CanonicalForm", "FormRecord": "CanonicalFormRecord"}


#: Functions that still work in this release, with a warning: not among the public names.
OLD_FUNCTIONS = ("steps",)


def public_names(
    package: str, names: dict[str, str], *, records: bool = False
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package with public names.

    names: its own ones, as `NAMES`; rooms may add to them. records: whether its public names are
    the types of records, which are no others' public names.
    """
    homes = {name: module for module, listed in names.items() for name in listed.split()}

    def every() -> list[str]:
        from .rooms import names_that_work

        found = {*homes, *names_that_work(__name__ if records else package)}
        found = found.difference(OLD_FUNCTIONS)
        return sorted(name for name in found if name.endswith("Record") == records)

    def get(public: str) -> Any:
        if public == "__all__":
            return every()
        if public.startswith("__"):  # asked of every module by tools
            raise AttributeError(f"module {package!r} has no attribute {public!r}")
        import sys
        from importlib import import_module
        from warnings import warn

        name = public if records else OLD_NAMES.get(public, public)
        is_record = name.endswith("Record")
        if records and not is_record:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = homes.get(name)
        if module is None:
            from .rooms import public as added_by_room

            value = added_by_room(__name__ if records else package, name)
        elif module == "":
            value = import_module(f"{__name__}.{name}")
        else:
            value = getattr(import_module(f"{__name__}.{module}"), name)
        if name == public and is_record == records:
            setattr(sys.modules[package], name, value)
        else:  # each use of the old name warns
            home = f"{package}.records" if is_record else package
            warn(f"{package}.{public} is now {home}.{name}", DeprecationWarning, stacklevel=2)
        return value

    return get, lambda: sorted([*every(), "__version__"])


__getattr__, __dir__ = public_names(__name__, NAMES)
