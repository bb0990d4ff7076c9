"""All names that steps can have: those of rules, and those of forms of a rule.

A form (a skyscraper is an X-chain of two links in rows) is found by its rule and named afterwards
by `naming.name_of`.

>>> rule_of("Skyscraper") == rule_of("X-chain"), form_of("W wing"), form_of("X-wing")
(True, 'W-wing', '')
"""

from __future__ import annotations

from collections.abc import Mapping

from ...errors import PuzzleError
from ...layout import Layout
from ...phrases import phrase, verbatim
from ...record_types import Grade, TypedDict
from ...suggest import folded, meant
from ..difficulty.scales import EXPLAINED, SATDOKU, SE, SE118, scale_needed
from .row import Technique
from .rules import (
    ADDED_BY_SET,
    EXTRA_NAMES,
    OWN,
    RULE_NAMES,
    RULE_SETS,
    RULED_SETS,
    TABLE,
    TECHNIQUES,
    bits,
    by_name,
    number_of,
    rating_of,
    row_named,
    set_named,
)

#: Forms: name to the rule that finds it, for those that have a finder of their own.
FORMS = {row.name: row.rule for row in TECHNIQUES if row.rule}
#: Every name, rules first, in their order; techniques of the user's own last.
NAMES = [*RULE_NAMES, *EXTRA_NAMES, *FORMS]
#: Names in other programs: alias to the name here.
ALIASES = {
    **{alias: row.name for row in TABLE for alias in row.aliases},
    **{alias: row.name for row in TECHNIQUES for alias in row.aliases},
}
#: Aliases of the scales "se" and "se118"; some mean something else in our own scale.
SE_ALIASES = {alias: row.name for row in (*SE118.rows, *SE.rows) for alias in row.aliases}

#: HoDoKu's technique numbers in library lines: the names of a row have consecutive numbers.
_NUMBERED = {
    "0000": "last digit", "0002": "hidden single", "0003": "naked single",
    "0100": "pointing, claiming", "0110": "locked pair, locked triple",
    "0200": "naked pair, naked triple, naked quad",
    "0210": "hidden pair, hidden triple, hidden quad",
    "0400": "skyscraper, two-string kite, empty rectangle, turbot fish, dual two-string kite, "
    "dual empty rectangle",
    "0500": "simple colours trap, simple colours wrap, multi-colours 1, multi-colours 2",
    "0600": "unique rectangle type 1, unique rectangle type 2, unique rectangle type 3, "
    "unique rectangle type 4, unique rectangle type 5, unique rectangle type 6, hidden rectangle, "
    "avoidable rectangle type 1, avoidable rectangle type 2",
    "1201": "template set, template delete",
    "0610": "BUG+1", "0701": "X-chain, XY-chain, remote pairs",
    "0706": "continuous loop, discontinuous nice loop, AIC, grouped continuous nice loop, "
    "grouped discontinuous nice loop, grouped AIC",
    "0800": "XY-wing, XYZ-wing", "0803": "W-wing",
    "0901": "ALS-XZ, ALS-XY-wing, ALS chain, death blossom", "1101": "Sue de Coq",
    "1301": "forcing chain contradiction, forcing chain verity, forcing net contradiction, "
    "forcing net verity",
    "0300": "X-wing, swordfish, jellyfish, squirmbag, whale, leviathan",
    "0310": "finned X-wing, finned swordfish, finned jellyfish, finned squirmbag, finned whale, "
    "finned leviathan",
    "0320": "sashimi X-wing, sashimi swordfish, sashimi jellyfish, sashimi squirmbag, "
    "sashimi whale, sashimi leviathan",
    **{
        code: ", ".join(f"{shape} {name}" for name in (
            "X-wing", "swordfish", "jellyfish", "squirmbag", "whale"))
        for code, shape in (("0330", "Franken"), ("0340", "finned Franken"), ("0350", "mutant"),
                            ("0360", "finned mutant"))
    },
    "0371": "kraken fish type 1, kraken fish type 2",
}  # fmt: skip
CODES = {
    f"{int(first) + k:04}": name
    for first, names in _NUMBERED.items()
    for k, name in enumerate(names.split(", "))
}


#: Codes with a variant that has a name of its own: siamese fish (with a fifth digit), and chains
#: with almost locked sets; rectangles with missing candidates follow.
CODES |= {
    "03111": "siamese fish",
    "03121": "siamese fish",
    "03211": "siamese fish",
    "03221": "siamese fish",
    "03411": "siamese Franken fish",
    "03421": "siamese Franken fish",
    "03511": "siamese mutant fish",
    "03521": "siamese mutant fish",
    "03611": "siamese mutant fish",
    "03621": "siamese mutant fish",
    "0709-2": "grouped continuous nice loop with almost locked sets",
    "0710-3": "grouped discontinuous nice loop with almost locked sets",
    "0710-4": "grouped discontinuous nice loop with almost locked sets",
    "0711-3": "grouped AIC with almost locked sets",
    "0711-4": "grouped AIC with almost locked sets",
}
for _k in range(7):
    CODES[f"060{_k}-2"] = f"incomplete {CODES[f'060{_k}']}"


def _of_code(text: str) -> str:
    """Return the technique of a code of HoDoKu's library, "" for other text. A variant without a
    name of its own stands for its technique."""
    return CODES.get(text) or CODES.get(text.partition("-")[0], "")


def _asked_for(name: str) -> str:
    """Return the option that enables a rule, "" for one that is always searched for."""
    if name not in EXTRA_NAMES or number_of(name) in RULED_SETS["all"]:
        return ""
    if name in OWN:
        return "--technique"
    if row_named(name).proper:
        return "--uniqueness"
    if name == "general cover":
        return "--general-covers"
    return "--only"


def known_name(name: str) -> str:
    """Return the canonical spelling of a name; raise `PuzzleError` for an unknown one."""
    if _of_code(name):
        return _of_code(name)
    _look_among_own(name)
    scale = scale_needed(name)
    if scale:
        said = "{name} is a technique of --scale {scale!s} alone"
        raise PuzzleError(phrase(said, name=verbatim(name), scale=scale))
    known = meant(name, [*NAMES, *ALIASES], "technique", listed_by="satdoku rules")
    return ALIASES.get(known, known)


def is_asked_for(name: str) -> bool:
    """Return whether the rule is used only on request; raise `PuzzleError` for an unknown name."""
    return _asked_for(known_name(name)) != ""


def rule_of(name: str) -> int:
    """Return the number of the rule that finds steps of this name; raise `PuzzleError` for an
    unknown one."""
    known = known_name(name)
    return number_of(FORMS.get(known, known))


def form_of(name: str) -> str:
    """Return the canonical spelling of a form of a rule; "" if the name is not a form."""
    return next((form for form in FORMS if folded(form) == folded(name)), "")


def why_needless(name: str, layout: Layout) -> str:
    """Return why no puzzle on a board needs a technique (a name as `known_name` gives it); "" if
    one may."""
    row = by_name().get(name)
    if row is None:
        return ""
    if row.of:
        return f"the name stands for {', '.join(row.of)}: name one of them"
    if row.needless and layout.is_regular and layout.size <= row.needless.largest:
        return row.needless.why
    return ""


def _split(names: str) -> list[str]:
    """Return the names in a list separated by commas."""
    parts = [part.strip() for part in names.split(",")]
    for part in parts:
        _look_among_own(part)
    return [part for part in parts if part]


def _look_among_own(name: str) -> None:
    """Load the technique of this name if it is one of an installed package."""
    if name and name not in by_name() and not set_named(name):
        OWN.has(name)


def order_of(rules: str, sets: Mapping[str, tuple[int, ...]] = RULE_SETS) -> tuple[int, ...]:
    """Return one bit set of rules for each set or rule named, in order; separated by commas.

    >>> [len(range(group.bit_length())) for group in order_of("last digit, X-wing")]
    [1, 16]

    Raises `PuzzleError` for an unknown name.
    """
    groups = []
    for name in _split(rules):
        if named := set_named(name):
            ruled = RULED_SETS[named] if sets is RULE_SETS or named in ("pairs", "all") else ()
            groups.append(bits((*sets[named], *ruled)))
            continue
        known = meant(name, [*sets, *NAMES, *ALIASES], "technique", listed_by="satdoku rules")
        groups.append(1 << rule_of(known))
    if not groups:
        raise PuzzleError("no technique is named: `satdoku rules` lists them")
    return tuple(groups)


class TechniqueRecord(TypedDict):
    """rule: the rule that finds it. sets: with --rules: the sets that contain it. asked_for: the
    option that turns the rule on, if it is off by default. aliases: its names in other programs."""

    name: str
    rating: Grade
    rule: str
    sets: list[str]
    asked_for: str | None
    aliases: list[str]


def technique_records() -> list[TechniqueRecord]:
    """Return a record for each name, in the order in which rules are tried; forms follow their
    rule."""
    rows: list[TechniqueRecord] = []
    for rule, name in enumerate((*RULE_NAMES, *EXTRA_NAMES)):
        sets = [known for known in RULE_SETS if rule in (*RULE_SETS[known], *RULED_SETS[known])]
        option = _asked_for(name)
        forms = [form for form, finder in FORMS.items() if finder == name]
        for called in (name, *forms):
            aliases = [alias for alias, known in ALIASES.items() if known == called]
            rows.append(
                {
                    "name": called,
                    "rating": rating_of(rule) / 10,
                    "rule": name,
                    "sets": sets,
                    "asked_for": option,
                    "aliases": aliases,
                }
            )
    return rows


def rows_named(names: str) -> list[Technique]:
    """Return the techniques of these names (sets, rules of either scale, forms, aliases), separated
    by commas, each once.

    Raises `PuzzleError` for an unknown name.
    """
    rows = dict[str, Technique]()
    listed = by_name()
    for name in _split(names):
        if named := set_named(name):
            members = [RULE_NAMES[rule] for rule in RULE_SETS[named]]
            rows |= {known: listed[known] for known in members if known in listed}
            continue
        every = [*NAMES, *ALIASES, *EXPLAINED, *SE_ALIASES]
        of_code = _of_code(name)
        known = of_code or meant(name, every, "technique", listed_by="satdoku rules")
        known = ALIASES.get(known, known)
        rows[known] = listed.get(known) or _searched(known)
        if of_code and known.startswith(("finned Franken ", "finned mutant ")):
            other = known.replace("finned", "sashimi")  # the library counts these as finned
            rows[other] = listed[other]
    if not rows:
        raise PuzzleError("no technique is named: `satdoku rules` lists them")
    return list(rows.values())


def _searched(name: str) -> Technique:
    """Return a row for a rule without a finder that lists all steps: the search finds one of
    them."""
    scale = SATDOKU if name in SATDOKU.names else EXPLAINED[name]
    row = scale.named(name)
    return Technique(
        name=row.name,
        rating=row.rating,
        finder="",
        mode=0,
        aliases=row.aliases,
        proper=row.kind == "unique",
        scale=scale.name,
    )


def rows_if_named(group: int) -> list[Technique]:
    """Return the techniques used only on request among these rules (a bit each)."""
    numbered = enumerate(EXTRA_NAMES, len(RULE_NAMES))
    return [row_named(name) for k, name in numbered if group >> k & 1]


def rows_of_kind(uniqueness: bool, general_covers: bool) -> list[Technique]:
    """Return the techniques that assume one solution, and Franken and mutant fish, as selected."""
    rows = []
    if uniqueness:
        usual = [row for row in TECHNIQUES if not (row.slow or row.joint)]
        rows += [row for row in usual if row.proper]
    if general_covers:
        rows.append(row_named("general cover"))
    return rows


def chosen(
    rules: str | int = "all", only: str = "", without: str = ""
) -> tuple[str | int, list[Technique]]:
    """Return (rules, additional techniques) selected by filters: sets and names, separated by
    commas.

    A form stands only for itself: the other steps of its rule belong to other forms. Of a set,
    `without` leaves out what it adds to smaller ones. Raises `PuzzleError` for unknown names, and
    if `rules` gives an order as well.
    """
    if not only and not without:
        return rules, []
    if rules != "all":
        raise PuzzleError(
            "--rules with its own order already says which techniques are used: "
            "leave out --only and --without, or --rules"
        )
    if only:
        allowed, forms = _parts(only)
    else:
        allowed = bits((*RULE_SETS["all"], *RULED_SETS["all"]))
        forms = set()
    less, gone = _parts(without, ADDED_BY_SET)
    # A form is found by its rule. To leave out one form, its rule goes, and the rule's other forms
    # are sought by their own finders instead.
    for form in gone:
        rule = number_of(FORMS[form])
        if allowed >> rule & 1:
            forms |= {name for name, known in FORMS.items() if known == FORMS[form]}
        less |= 1 << rule
    stay = forms - gone
    return allowed & ~less, [row_named(form) for form in FORMS if form in stay]


def _parts(names: str, sets: Mapping[str, tuple[int, ...]] = RULE_SETS) -> tuple[int, set[str]]:
    """Return (a bit for each rule, the forms) for sets and names separated by commas."""
    rules = 0
    forms = set()
    for name in _split(names):
        form = "" if set_named(name) else form_of(known_name(name))
        if form:
            forms.add(form)
        else:
            rules |= order_of(name, sets)[0]
    return rules, forms
