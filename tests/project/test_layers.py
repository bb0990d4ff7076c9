"""The layers of docs/design.md hold: no import points upward, and no files import in a circle.

Imports inside functions count too. What only a type checker reads (`if TYPE_CHECKING`) does not
make a circle, but must not point upward either.
"""

import ast
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
        "languages",
        "plurals",
        "grouping",
        "random_stream",
        "cancellation",
        "workers",
        "listing",
        "notebook",
        "plugins",
        "records",
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
    ("selfchecking", "render"),
    ("schemas",),
    ("serving",),
    ("cli", "__main__"),
)
HEIGHT = {name: height for height, names in enumerate(LAYERS) for name in names}


def module_name(path: Path) -> str:
    """'logic.steps' for the file satdoku/logic/steps.py; 'batch' for that folder's __init__."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {module_name(path): path for path in sorted(ROOT.rglob("*.py"))}


@cache
def imports(name: str) -> list[tuple[str, bool]]:
    """(module, whether only for types) of each import of the package's own modules."""
    path = FILES[name]
    tree = ast.parse(path.read_text())
    typed = {
        id(node)
        for branch in ast.walk(tree)
        if isinstance(branch, ast.If) and ast.unparse(branch.test) == "TYPE_CHECKING"
        for node in ast.walk(branch)
    }
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        base = package[: len(package) - node.level + 1]
        target = ".".join([*base, *(node.module.split(".") if node.module else [])])
        for alias in node.names:
            inner = f"{target}.{alias.name}".lstrip(".")
            module = inner if inner in FILES else target
            if module and module != name:
                found.append((module, id(node) in typed))
    return found


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
        if name
        for module, _ in imports(name)
        if HEIGHT[module.split(".")[0]] > HEIGHT[name.split(".")[0]]
    ]
    assert not upward, "move what is needed to a lower layer:\n" + "\n".join(upward)


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
