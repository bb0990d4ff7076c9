"""The layers of docs/design.md hold: no import points upward, and no files import in a circle.

Imports inside functions count too, and so do names of modules in strings: those that are given to
`import_module`, and those in tables of what is loaded later. What only a type checker reads (`if
TYPE_CHECKING`) does not make a circle, but must not point upward either. Programs (a `__main__.py`,
and what follows `if __name__ == "__main__"`) may name any layer: they hand what is above to what is
below, and nothing imports them.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import satdoku

ROOT = Path(satdoku.__file__).parent
PROGRAMS = sorted(
    p for name in ("benchmarks", "examples") for p in (ROOT.parent / name).glob("*.py")
)

#: Lowest first; what stands in one line may use its neighbours. A name is a file or a folder.
LAYERS = (
    (
        "errors",
        "sanitize",
        "suggest",
        "phrases",
        "languages",
        "plurals",
        "grouping",
        "frozen",
        "random_stream",
        "cancellation",
        "workers",
        "listing",
        "notebook",
        "plugins",
        "record_types",
        "rooms",
    ),
    ("geometry", "layout_data", "constraints"),
    ("layout", "layout_shapes", "layout_names", "layer_words"),
    ("board", "formats"),
    ("theory",),
    ("encodings",),
    ("inference", "backends", "kernels"),
    ("operations",),
    ("batch",),
    ("logic",),
    ("diagnosis", "certificates", "datasets"),
    ("environment",),
    ("selfchecking", "render", "pictures"),
    ("schemas", "records", "extensions"),
    ("serving",),
    ("cli", "__main__"),
)
HEIGHT = {name: height for height, names in enumerate(LAYERS) for name in names}


def module_name(path: Path) -> str:
    """'logic.steps' for the file satdoku/logic/steps.py; 'batch' for that folder's __init__."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {module_name(path): path for path in sorted(ROOT.rglob("*.py"))}


#: Modules of functions that are methods of a puzzle: `board.py` shows them to type checkers.
METHODS = (
    "batch.puzzles",
    "certificates.certifying",
    "diagnosis.diagnosing",
    "encodings.exporting",
    "logic.available",
    "logic.hints",
    "logic.explain",
    "logic.difficulty.rating",
    "operations.checking",
    "operations.solving",
    "render.picture.svg",
)
#: Those of them that rooms bring.
OF_ROOMS = {"certificates.certifying", "diagnosis.diagnosing"}
#: Modules of higher layers that a module names in a string, a stub or a program, and why it may.
NAMED_ABOVE = {
    ("theory", "encodings.objects"): "users find a theory's CNF and models on the theory itself",
    ("notebook", "render.notebook"): "a value is drawn when a notebook asks for its picture",
    ("batch", "datasets.make.tracing"): "its stub lists public names, wherever they are at home",
    ("batch", "logic.difficulty.rates"): "its stub lists public names, wherever they are at home",
    ("errors", "extensions"): "tracebacks name errors as users import them",
    ("kernels.codegen.hatch_build", "logic.kernel_list"): "hatchling runs it as a program",
}
for module in ("constraints.kind_table", "formats.format_table", "logic.catalog.rules"):
    NAMED_ABOVE["plugins", module] = "it loads the tables that take things of users"
for module in METHODS:
    NAMED_ABOVE["board", module] = "type checkers see a puzzle's methods, which are functions above"
for module in {*METHODS, "formats.converting"} - OF_ROOMS:
    NAMED_ABOVE["rooms", module] = "it loads the methods of puzzles"


def package_of(name: str) -> list[str]:
    """The parts of the package in which a module's relative imports begin."""
    parts = name.split(".") if name else []
    return parts if FILES[name].name == "__init__.py" else parts[:-1]


def is_test_for(branch: ast.AST, what: str) -> bool:
    return isinstance(branch, ast.If) and ast.unparse(branch.test) == what


@cache
def nodes_of(name: str) -> list[ast.AST]:
    """All nodes of a module."""
    return list(ast.walk(ast.parse(FILES[name].read_text())))


def nodes_under(name: str, what: str) -> set[int]:
    """The nodes of the branches that such a condition in a module leads to, by their ids."""
    branches = [branch for branch in nodes_of(name) if is_test_for(branch, what)]
    return {id(node) for branch in branches for node in ast.walk(branch)}


def imported_by(node: ast.AST, package: list[str]) -> Iterator[str]:
    """The package's own modules that a statement imports."""
    if isinstance(node, ast.Import):
        yield from (own for alias in node.names if (own := module_in(alias.name, package)))
        return
    if not isinstance(node, ast.ImportFrom):
        return
    target = node.module.split(".") if node.module else []
    if node.level:
        target = package[: len(package) - node.level + 1] + target
    elif target[:1] == ["satdoku"]:
        target = target[1:]
    else:
        return
    for alias in node.names:
        inner = ".".join([*target, alias.name])
        module = inner if inner in FILES else ".".join(target)
        if module:
            yield module


def module_in(text: str, package: list[str]) -> str:
    """The module of the package that a string names, as for `import_module`; "" if none.

    Names of modules begin with "satdoku." or with dots, or have all folders below satdoku. What
    follows a colon is a name inside the module.
    """
    head = text.partition(":")[0]
    if not re.fullmatch(r"\.*[A-Za-z_]\w*(\.\w+)*", head):
        return ""
    dots = len(head) - len(head.lstrip("."))
    parts = head.lstrip(".").split(".")
    if dots:
        parts = package[: len(package) - dots + 1] + parts
    elif parts[0] == "satdoku":
        parts = parts[1:]
    elif len(parts) < 2 or head not in FILES:
        return ""
    while parts and ".".join(parts) not in FILES:
        parts.pop()
    return ".".join(parts)


@cache
def imports(name: str) -> list[tuple[str, bool]]:
    """(module, whether only for types) of each import of the package's own modules."""
    typed = nodes_under(name, "TYPE_CHECKING")
    of_program = nodes_under(name, "__name__ == '__main__'")
    return [
        (module, id(node) in typed)
        for node in nodes_of(name)
        if id(node) not in of_program
        for module in imported_by(node, package_of(name))
        if module != name
    ]


def modules_in_strings(name: str) -> set[str]:
    """The modules that a file names in its strings, and those that its stub imports from."""
    package = package_of(name)
    texts = [node.value for node in nodes_of(name) if isinstance(node, ast.Constant)]
    found = {module_in(text, package) for text in texts if isinstance(text, str)}
    stub = FILES[name].with_suffix(".pyi")
    if stub.exists():
        for node in ast.walk(ast.parse(stub.read_text())):
            found.update(imported_by(node, package))
    return found - {""}


def is_above(module: str, name: str) -> bool:
    return HEIGHT[module.split(".", maxsplit=1)[0]] > HEIGHT[name.split(".", maxsplit=1)[0]]


def test_the_design_draws_all_layers_and_no_others():
    page = (ROOT.parent / "docs" / "design.md").read_text()
    drawn = page.split("```")[1].removeprefix("text")
    named = {
        name.removesuffix("/") for line in drawn.strip().splitlines() for name in line[:42].split()
    }
    missing = HEIGHT.keys() - named - {"__main__"}
    assert not missing, f"add {sorted(missing)} to the drawing of the layers in docs/design.md"
    gone = [n for n in named if not ((ROOT / n).exists() or (ROOT / f"{n}.py").exists())]
    assert not gone, f"no such file or folder: remove {gone} from the drawing in docs/design.md"


def test_every_module_has_a_layer():
    names = {name.split(".")[0] for name in FILES if name}
    missing = sorted(names - set(HEIGHT))
    assert not missing, f"add {missing} to LAYERS here, and to the drawing in docs/design.md"


def test_no_import_points_upward():
    upward = [
        f"{name} imports {module}"
        for name in FILES
        if name and not name.endswith("__main__")
        for module, _ in imports(name)
        if is_above(module, name) and (name, module) not in NAMED_ABOVE
    ]
    assert not upward, (
        "move what is needed to a lower layer, or hand it in from above (a parameter, a "
        "registration), as `logic.kernel_list` hands techniques to the kernels:\n"
    ) + "\n".join(upward)


def test_no_string_names_a_module_above():
    upward = {
        (name, module)
        for name in FILES
        if name
        for module in modules_in_strings(name)
        if is_above(module, name)
    }
    new = sorted(f"{name} names {module}" for name, module in upward - NAMED_ABOVE.keys())
    assert not new, (
        "a name in a string is an import that comes later. Let the higher layer hand in what is "
        "needed (a parameter, a registration), or add the pair to NAMED_ABOVE here, with a reason "
        "that holds for no other module:\n"
    ) + "\n".join(new)
    imported = {(name, module) for name in FILES for module, _ in imports(name)}
    gone = sorted(NAMED_ABOVE.keys() - upward - imported)
    assert not gone, f"nothing names these any more: remove {gone} from NAMED_ABOVE"


@pytest.mark.parametrize(
    ("text", "package", "module"),
    [
        ("satdoku.render.notebook", [], "render.notebook"),
        ("satdoku.logic.techniques.wings.xy_wing:find_wing", [], "logic.techniques.wings.xy_wing"),
        (".encodings.objects", [], "encodings.objects"),
        ("..render.notebook", ["kernels"], "render.notebook"),
        ("logic.catalog.rules", ["kernels", "steps"], "logic.catalog.rules"),
        ("logic.catalog", ["kernels"], "logic.catalog"),
        ("render", ["kernels"], ""),
        (".gz", [], ""),
        ("layout.size", [], ""),
        ("a sentence about satdoku.render", [], ""),
    ],
)
def test_a_string_that_names_a_module_is_recognised(text, package, module):
    assert module_in(text, package) == module


def test_nothing_imports_a_program():
    wrong = [
        f"{name} imports {module}"
        for name in FILES
        for module, _ in imports(name)
        if module.endswith("__main__") or module == "kernels.codegen.hatch_build"
    ]
    assert not wrong, "a program may name any layer, so nothing below may import it:\n" + "\n".join(
        wrong
    )


def test_no_files_import_in_a_circle():
    below = {
        name: {module for module, typed in imports(name) if not typed} for name in FILES if name
    }
    circles = []
    while below:
        free = [name for name, modules in below.items() if not modules & below.keys()]
        if not free:
            circles = sorted(below)
            break
        for name in free:
            del below[name]
    # What is left holds the circles and what stands on them.
    on_circle = [name for name in circles if reaches(name, name, below)]
    assert not on_circle, f"move what these files share to a file below them: {on_circle}"


def reaches(start: str, end: str, below: dict[str, set[str]]) -> bool:
    """Following imports from one module leads to the other."""
    seen: set[str] = set()
    open_ = [start]
    while open_:
        for module in below.get(open_.pop(), ()):
            if module == end:
                return True
            if module not in seen:
                seen.add(module)
                open_.append(module)
    return False


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_programs_beside_the_package_import_what_it_has(program):
    for node in ast.walk(ast.parse(program.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("satdoku")):
            continue
        module = import_module(node.module)
        for name in (alias.name for alias in node.names):
            assert hasattr(module, name) or find_spec(f"{node.module}.{name}"), (
                f"{node.module}: {name}"
            )
