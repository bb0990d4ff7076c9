"""Recipes for data sets, in TOML:

count = 100_000         # puzzles, without their isomorphs
seed = 1
layout = "9x9"
kinds = ["killer"]      # variant rules generated with each puzzle (`satdoku layouts` lists them)
scale = "se"            # of the ratings and steps (default: as `satdoku rate`)
symmetry = "none"       # of the pattern of givens
minimal = true
format = "parquet"      # or jsonl, csv, sqlite; trajectories, gym, bench, ctc, questions, hrm,
                        # order, satnet
traces = true           # every step of each puzzle's solution (parquet, jsonl)
negatives = true        # also a wrong elimination next to each step
languages = ["de"]      # the text of each step also in these
pictures = "svg"        # a column with the board as a picture; "png" in parquet
certificates = 3        # proofs for the first puzzles of each split, in certificates.jsonl
license = "cc0-1.0"     # for the card
split_by = "grid"       # puzzles of one solved grid (up to symmetry) are in one split; or "puzzle"
exclude = ["old.csv"]   # files whose puzzles are not chosen, nor (by grid) others of their grids
source = "file"         # puzzles of files instead of generated ones; then count may be left out
files = ["mine.csv"]

[levels]                # shares, or [ratings] with ranges: "1.2-2.0" = 0.5
easy = 0.5
hard = 0.5

[splits]
train = 0.9
test = 0.1

[isomorphs]             # additional isomorphs of each puzzle in a split
train = 3
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from ...errors import LayoutError, ParseError, PuzzleError
from ...frozen import frozen
from ...languages import known
from ...layout import Layout
from ...logic.catalog.rules import LABELS, label_range
from ...logic.difficulty.scales import SATDOKU, scale_named
from ...operations.symmetry import SYMMETRIES
from ...operations.variant_generation import with_kinds
from ...phrases import joined, phrase, verbatim
from ...record_types import LayoutName, Natural, Record, TypedDict
from ...suggest import meant, unknown
from ..files.row_files import PICTURES, RowColumns

SOURCES = ("generate", "file")
FORMATS = (
    "parquet", "jsonl", "csv", "trajectories", "gym", "bench", "ctc", "hrm", "order", "satnet",
    "sqlite", "questions",
)  # fmt: skip
#: Formats that can store steps.
TRACED = ("parquet", "jsonl", "sqlite")
#: Formats that can store a picture of the board; and that have its layout with the rules.
DRAWN = ("parquet", "jsonl", "csv", "sqlite")
ROWS = (*DRAWN, "questions")
#: Up to this size a board has so few grids (49 classes on 6×6) that splits share them.
SMALL = 6
#: The level name in recipes without levels.
ANY = "any"


#: The keys of a recipe and their values, as they were written.
Settings = Mapping[str, Any]


@frozen
class RatingQuota:
    """`count` puzzles whose hardest step is rated from `low` to `high` (in tenths)."""

    name: str
    low: int
    high: int
    count: int


class RecipeRecord(TypedDict):
    """kinds: the kinds of variant rules. scale: the scale of the ratings. split_by: what two splits
    never share: a solved grid, or only a puzzle. exclude: files whose puzzles were not chosen.
    levels: number of puzzles by level or range of ratings. source: where puzzles come from; files:
    if they are given, in what. languages: of the steps' text, beside English. pictures: their form,
    or "none". certificates: number of proved puzzles of each split."""

    source: str
    files: list[str]
    count: Natural
    seed: int
    layout: LayoutName
    kinds: list[str]
    scale: str
    symmetry: str
    minimal: bool
    format: str
    traces: bool
    negatives: bool
    languages: list[str]
    pictures: str
    certificates: Natural
    license: str
    split_by: str
    exclude: list[str]
    levels: dict[str, Natural]
    splits: dict[str, Natural]
    isomorphs: dict[str, Natural]


@frozen
class DatasetRecipe:
    """The parameters of a data set; shares are converted to counts as in `shares`.

    settings: the keys as they were written. count: 0 for all puzzles of the files.
    """

    settings: Settings
    files: tuple[str, ...]
    count: int
    seed: int
    layout: Layout
    kinds: tuple[str, ...]
    scale: str
    symmetry: str
    minimal: bool
    format: str
    traces: bool
    negatives: bool
    languages: tuple[str, ...]
    pictures: str
    certificates: int
    license: str
    split_by: str
    exclude: tuple[str, ...]
    targets: tuple[RatingQuota, ...]
    splits: tuple[tuple[str, int], ...]
    isomorphs: Mapping[str, int]

    @property
    def board(self) -> Layout | None:
        """The layout of all boards in files; None for the one that each row names, or has by its
        size."""
        is_usual = self.layout == Layout.of_size(self.layout.size)
        return None if is_usual else self.layout

    def sized(self, count: int) -> DatasetRecipe:
        """Return the recipe for this number of puzzles."""
        return recipe_of({**self.settings, "count": count})

    @property
    def is_by_grid(self) -> bool:
        """Whether solved grids decide on which puzzles are chosen, or on their splits."""
        return self.split_by == "grid" and bool(len(self.splits) > 1 or self.exclude)

    @property
    def is_levelled(self) -> bool:
        """Whether the recipe sets levels or ratings."""
        return self.targets[0].name != ANY

    @property
    def columns(self) -> RowColumns:
        """What columns rows have beside the usual ones."""
        return RowColumns(self.traces, self.negatives, self.languages, self.pictures)

    def record(self) -> RecipeRecord:
        """Return the recipe for a manifest: everything that the rows depend on."""
        return {
            "source": SOURCES[bool(self.files)],
            "files": list(self.files),
            "count": self.count,
            "seed": self.seed,
            "layout": self.layout.name,
            "kinds": list(self.kinds),
            "scale": self.scale,
            "symmetry": self.symmetry,
            "minimal": self.minimal,
            "format": self.format,
            "traces": self.traces,
            "negatives": self.negatives,
            "languages": list(self.languages),
            "pictures": self.pictures,
            "certificates": self.certificates,
            "license": self.license,
            "split_by": self.split_by,
            "exclude": list(self.exclude),
            "levels": {target.name: target.count for target in self.targets},
            "splits": dict(self.splits),
            "isomorphs": dict(self.isomorphs),
        }


def read_toml(path: str | Path) -> Record:
    """Return the keys of a file; raise `ParseError` if it cannot be read."""
    try:
        with open(path, "rb") as stream:
            return tomllib.load(stream)
    except FileNotFoundError:
        raise ParseError("no such file", source=str(path)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ParseError(
            phrase("not valid TOML: {error!s}", error=error), source=str(path)
        ) from None


def read_recipe(path: str | Path) -> DatasetRecipe:
    """Return the recipe in a file; raise `ParseError` if it is invalid."""
    settings = read_toml(path)
    try:
        return recipe_of(settings)
    except (PuzzleError, LayoutError) as error:
        raise ParseError(str(error), source=str(path)) from None


def recipe_of(settings: Settings) -> DatasetRecipe:
    """Return a recipe from its keys; raise `PuzzleError` for an invalid key or value."""
    known = (*RecipeRecord.__annotations__, "ratings")
    # "disguises" is the name of isomorphs before 0.1.0
    settings = {("isomorphs" if k == "disguises" else k): v for k, v in settings.items()}
    for key in settings:
        if key not in known:
            raise PuzzleError(unknown(key, known, "key of a recipe"))
    files = _files(settings)
    count = _number(settings, "count", usual=0 if files else None, least=not files, most=10**10)
    form, traces, negatives = _format(settings)
    splits, isomorphs = _splits(settings, count)
    layout, kinds = _kinds(settings, Layout.named(str(settings.get("layout", "9x9"))))
    if kinds and form not in ROWS:
        raise PuzzleError(
            phrase(
                "variant rules cannot be stored as {form!s}: choose {names}",
                form=form,
                names=joined(map(verbatim, ROWS), "{one} or {next}"),
            )
        )
    usual = "grid" if layout.size > SMALL else "puzzle"
    split_by = meant(str(settings.get("split_by", usual)), ("grid", "puzzle"), "way to split")
    return DatasetRecipe(
        settings=settings,
        files=files,
        count=count,
        layout=layout,
        kinds=kinds,
        format=form,
        traces=traces,
        negatives=negatives,
        languages=_languages(settings, traces),
        pictures=_pictures(settings, form),
        certificates=_number(settings, "certificates", usual=0, least=0, most=10**6),
        license=_license(settings),
        split_by=split_by,
        exclude=_names(settings, "exclude"),
        scale=_scale(settings, layout, kinds),
        seed=_number(settings, "seed", usual=0, least=0, most=2**64 - 1),
        symmetry=meant(str(settings.get("symmetry", "none")), SYMMETRIES, "symmetry"),
        minimal=_truth(settings, "minimal", usual=not files),
        targets=_quotas(settings, count),
        splits=splits,
        isomorphs=isomorphs,
    )


def _format(settings: Settings) -> tuple[str, bool, bool]:
    """Return the format, whether it holds steps, and whether these have wrong eliminations."""
    form = meant(str(settings.get("format", "parquet")), FORMATS, "format")
    traces = _truth(settings, "traces", usual=False)
    negatives = _truth(settings, "negatives", usual=False)
    if traces and form not in TRACED:
        raise PuzzleError(
            phrase(
                "traces cannot be stored as {form!s}: choose {names}",
                form=form,
                names=joined(map(verbatim, TRACED), "{one} or {next}"),
            )
        )
    if negatives and not traces:
        raise PuzzleError("negatives need steps: write traces = true")
    return form, traces, negatives


def _languages(settings: Settings, traces: bool) -> tuple[str, ...]:
    """Return the languages of steps beside English."""
    names = settings.get("languages", [])
    if not _are_texts(names):
        raise PuzzleError(
            phrase(
                'languages = {names!r}: write a list of codes, as in languages = ["de"]',
                names=names,
            )
        )
    if names and not traces:
        raise PuzzleError("languages need steps: write traces = true")
    others = [known(name) for name in names if name != "en"]
    return tuple(dict.fromkeys(others))


def _pictures(settings: Settings, form: str) -> str:
    pictures = meant(str(settings.get("pictures", "none")), PICTURES, "form of pictures")
    if pictures == "png" and form != "parquet":
        raise PuzzleError("pictures as PNG are stored as parquet alone: choose that, or svg")
    if pictures != "none" and form not in DRAWN:
        raise PuzzleError(
            phrase(
                "pictures cannot be stored as {form!s}: choose {names}",
                form=form,
                names=joined(map(verbatim, DRAWN), "{one} or {next}"),
            )
        )
    return pictures


def _license(settings: Settings) -> str:
    name = settings.get("license", "")
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9.+-]*", name):
        raise PuzzleError(
            phrase('license = {name!r}: write its identifier, as in license = "cc0-1.0"', name=name)
        )
    return name


def _splits(settings: Settings, count: int) -> tuple[tuple[tuple[str, int], ...], dict[str, int]]:
    """Return the number of puzzles of each split, and of isomorphs by split."""
    splits = shares(_table(settings, "splits", _share) or {"train": 1.0}, count, "splits")
    isomorphs = _table(settings, "isomorphs", _whole)
    for name in isomorphs:
        if name not in dict(splits):
            raise PuzzleError(unknown(name, dict(splits), "split"))
    for name, _ in splits:
        if not re.fullmatch(r"[A-Za-z0-9_]+", name):
            raise PuzzleError(
                phrase(
                    "the split {name!r}: split names become file names; use only letters, digits "
                    "and _",
                    name=name,
                )
            )
    return splits, isomorphs


def _files(settings: Settings) -> tuple[str, ...]:
    """Return the files that puzzles come from; none if they are generated."""
    source = meant(str(settings.get("source", SOURCES[0])), SOURCES, "source of puzzles")
    files = _names(settings, "files")
    if source != "file":
        if files:
            raise PuzzleError('files are read only with source = "file"')
        return ()
    if not files:
        raise PuzzleError('source = "file" needs files, as in files = ["a.csv"]')
    for key in ("kinds", "symmetry"):
        if key in settings:
            raise PuzzleError(
                phrase(
                    '{key!s} is for generated puzzles: source = "file" takes them as given', key=key
                )
            )
    if "count" not in settings and ("levels" in settings or "ratings" in settings):
        raise PuzzleError("shares of levels need a count: say how many puzzles, as in count = 1000")
    return files


def _names(settings: Settings, key: str) -> tuple[str, ...]:
    files = settings.get(key, [])
    if not _are_texts(files):
        raise PuzzleError(
            phrase(
                '{key!s} = {files!r}: write a list of files, as in {key!s} = ["a.csv"]',
                key=key,
                files=files,
            )
        )
    return tuple(files)


def _scale(settings: Settings, layout: Layout, kinds: tuple[str, ...]) -> str:
    scale = settings.get("scale")
    if not isinstance(scale, str | None):
        raise PuzzleError(phrase("scale = {scale!r}: write its name", scale=scale))
    if not kinds:
        return scale_named(scale, layout).name
    if scale not in (None, SATDOKU.name):
        raise PuzzleError(
            phrase('scale = "{scale!s}" does not support variant rules: leave it out', scale=scale)
        )
    return SATDOKU.name


def _kinds(settings: Settings, layout: Layout) -> tuple[Layout, tuple[str, ...]]:
    """Return the board with its global rules, and the kinds that are generated with each puzzle."""
    kinds = settings.get("kinds", [])
    if not _are_texts(kinds):
        raise PuzzleError(
            phrase(
                'kinds = {kinds!r}: write a list of names, as in kinds = ["killer"]', kinds=kinds
            )
        )
    if not kinds:
        return layout, ()
    return with_kinds(layout, ",".join(kinds))


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def shares(parts: Mapping[str, float], count: int, of: str) -> tuple[tuple[str, int], ...]:
    """Apportion `count` by largest remainders; raise `PuzzleError` if the shares add up to 0."""
    whole = sum(parts.values())
    if whole <= 0:
        raise PuzzleError(phrase("the shares of {of!s} add up to 0", of=of))
    exact = {name: count * share / whole for name, share in parts.items()}
    numbers = {name: int(number) for name, number in exact.items()}
    by_rest = sorted(exact, key=lambda name: numbers[name] - exact[name])
    for name in by_rest[: count - sum(numbers.values())]:
        numbers[name] += 1
    return tuple(numbers.items())


def _quotas(settings: Settings, count: int) -> tuple[RatingQuota, ...]:
    levels = _table(settings, "levels", _share)
    ratings = _table(settings, "ratings", _share)
    if levels and ratings:
        raise PuzzleError("levels and ratings both set the difficulty: give one of them")
    ranges = {name: label_range(name) for name in levels} | {name: _range(name) for name in ratings}
    if not ranges:
        return (RatingQuota(ANY, 0, LABELS[-1][1], count),)
    order = sorted(ranges, key=lambda name: ranges[name])
    for one, other in pairwise(order):
        if ranges[other][0] <= ranges[one][1]:
            raise PuzzleError(
                phrase("the ratings {one!s} and {other!s} overlap", one=one, other=other)
            )
    numbers = shares(levels or ratings, count, "levels" if levels else "ratings")
    return tuple(RatingQuota(name, *ranges[name], number) for name, number in numbers)


def _range(name: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,2}(?:\.\d)?)(?:-(\d{1,2}(?:\.\d)?))?", name.replace(" ", ""))
    if not found:
        raise PuzzleError(phrase("ratings {name!r}: write a range such as 1.2-2.0", name=name))
    low = round(10 * float(found[1]))
    high = round(10 * float(found[2])) if found[2] else low
    if low > high:
        raise PuzzleError(
            phrase("ratings {name!r}: the first is higher than the second", name=name)
        )
    return low, high


def _number(settings: Settings, key: str, *, usual: int | None, least: int, most: int) -> int:
    value = settings.get(key, usual)
    if value is None:
        raise PuzzleError(phrase("no {key!s}: say how many puzzles, as in {key!s} = 1000", key=key))
    if type(value) is not int or not least <= value <= most:
        raise PuzzleError(
            phrase(
                "{key!s} = {value!r}: choose a whole number, {least:,} to {most:,}",
                key=key,
                value=value,
                least=least,
                most=most,
            )
        )
    return value


def _truth(settings: Settings, key: str, *, usual: bool) -> bool:
    value = settings.get(key, usual)
    if not isinstance(value, bool):
        raise PuzzleError(phrase("{key!s} = {value!r}: write true or false", key=key, value=value))
    return value


def _share(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e18:
        raise PuzzleError(
            phrase("{name!s} = {value!r}: a share is a number, 0 or more", name=name, value=value)
        )
    return float(value)


def _whole(name: str, value: Any) -> int:
    return _number({name: value}, name, usual=None, least=0, most=10_000)


def _table(settings: Settings, key: str, value: Callable[[str, Any], Any]) -> Record:
    table = settings.get(key, {})
    if not isinstance(table, dict):
        raise PuzzleError(
            phrase(
                "{key!s} = {table!r}: write a table, [{key!s}] and lines below it",
                key=key,
                table=table,
            )
        )
    return {name: value(name, item) for name, item in table.items()}
