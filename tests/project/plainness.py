"""What plain code is measured by: the weight of statements, and idioms that pack several into one.

`python -m tests.project.plainness [FOLDER]` prints both for each room, and where the packed idioms
are; a room is a folder of the package. Weight counts the nodes of the syntax tree that say
something, so neither long lines nor short names change it.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "satdoku"
#: Nodes that say nothing of their own: contexts, operators, which stand with their operands, and
#: imports.
SILENT = (
    ast.expr_context,
    ast.operator,
    ast.unaryop,
    ast.boolop,
    ast.cmpop,
    ast.alias,
    ast.Import,
    ast.ImportFrom,
)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DOCUMENTED = (ast.Module, ast.ClassDef, *FUNCTIONS)
#: Methods and functions whose one truth value reads well by position.
CLEAR_WITH_A_TRUTH_VALUE = {
    "append",
    "b64decode",
    "fill",
    "full",
    "get",
    "getattr",
    "isinstance",
    "NewBoolVar",
    "partial",
    "point",
    "pop",
    "setattr",
    "setdefault",
    "update",
}
#: Functions that do nothing to what they are given, or little, as the default of a parameter.
IDLE_DEFAULTS = ("str", "int", "bool", "list", "tuple", "print")
#: Each idiom, with what to write instead.
BETTER = {
    "text or list times a condition": "an `if` with `append`, or a conditional expression",
    "several values assigned at once": "one assignment per line",
    "names unpacked from a comprehension": "one assignment per name",
    "loop over a conditional": "`if condition:` above the loop",
    "conditional star": "`if condition: items.append(…)`",
    "conditional in a conditional": "a small function with several returns, or `match`",
    "chain of merged mappings": "one literal, or `update`",
    "six positional arguments": "keyword arguments, or a record",
    "truth value by position": "a keyword argument",
    "long lambda": "a function with a name",
    "three comprehensions in one": "a name for the inner ones",
    "walrus": "an assignment above",
    "default that does nothing": "None",
    "skipped by the formatter": "let it be formatted, or make it a table at module level",
}


def says_something(node: ast.AST) -> bool:
    """Whether a node counts in the weight."""
    return not isinstance(node, SILENT)


def docstrings(nodes: Iterable[ast.AST]) -> list[ast.Expr]:
    """The statements among the nodes of a module that are docstrings."""
    found = []
    for node in nodes:
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            first = node.body[0]
            assert isinstance(first, ast.Expr)
            found.append(first)
    return found


@dataclass
class Measured:
    """What a file, or a room, measures. all_statements: docstrings and imports, too."""

    weight: int = 0
    statements: int = 0
    all_statements: int = 0
    packed: list[tuple[str, str]] = field(default_factory=list)  # (idiom, file:line)
    wide: list[str] = field(default_factory=list)  # functions of over eight parameters
    dense: list[str] = field(default_factory=list)  # statements of over 45 nodes

    @property
    def per_statement(self) -> float:
        """The weight per statement."""
        return self.weight / max(1, self.statements)

    @property
    def per_thousand(self) -> float:
        """Packed idioms per 1,000 statements."""
        return 1000 * len(self.packed) / max(1, self.all_statements)

    def add(self, other: Measured) -> None:
        """Count another file in."""
        self.weight += other.weight
        self.statements += other.statements
        self.all_statements += other.all_statements
        self.packed += other.packed
        self.wide += other.wide
        self.dense += other.dense


def measure(path: Path, root: Path = PACKAGE) -> Measured:
    """Measure a file; its places are named from `root`."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    name = path.relative_to(root)
    parents = parents_in(tree)
    nodes = [tree, *parents]
    idle = docstrings(nodes)
    statements = [node for node in nodes if isinstance(node, ast.stmt)]
    imports = [node for node in statements if isinstance(node, ast.Import | ast.ImportFrom)]
    found = Measured(
        weight=sum(map(says_something, nodes)) - 2 * len(idle),
        statements=len(statements) - len(idle) - len(imports),
        all_statements=len(statements),
        packed=[(idiom, f"{name}:{line}") for idiom, line in packed_idioms(tree, text, parents)],
    )
    own_weights = weights_of_own_parts(parents)
    for node in statements:
        place = f"{name}:{node.lineno}"
        is_exempt = isinstance(node, ast.ClassDef) or parents[node] is tree
        if isinstance(node, FUNCTIONS):
            if len(parameters(node)) > 8:
                found.wide.append(place)
        elif own_weights[node] > 45 and not is_exempt:
            found.dense.append(place)
    return found


def parents_in(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    """The parent of each node but the tree itself; nodes stand in the order of `ast.walk`."""
    return {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}


def weights_of_own_parts(parents: dict[ast.AST, ast.AST]) -> Counter[ast.AST]:
    """The weight of each statement without itself and the statements in it."""
    found: Counter[ast.AST] = Counter()
    statement_of: dict[ast.AST, ast.AST] = {}
    for node, parent in parents.items():  # a parent comes before its children
        if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            statement_of[node] = node
        elif parent in statement_of:
            statement_of[node] = statement_of[parent]
            found[statement_of[node]] += says_something(node)
    return found


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """The names of a function's parameters but self and cls."""
    declared = function.args
    names = [one.arg for one in (*declared.posonlyargs, *declared.args, *declared.kwonlyargs)]
    names += [one.arg for one in (declared.vararg, declared.kwarg) if one is not None]
    return [name for name in names if name not in ("self", "cls")]


def packed_idioms(
    tree: ast.Module, text: str, parents: dict[ast.AST, ast.AST]
) -> Iterator[tuple[str, int]]:
    """Yield (idiom, line) for each packed idiom of a module; parents: see `parents_in`."""
    tables: set[int] = set()
    for statement in tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            tables.update(range(statement.lineno, (statement.end_lineno or 0) + 1))
    for node in parents:
        for idiom in idioms_of(node, parents):
            if not (idiom == "several values assigned at once" and node.lineno in tables):
                yield idiom, node.lineno
    for number, line in enumerate(text.split("\n"), 1):
        if re.search(r"#\s*fmt:\s*(skip|off)", line) and number not in tables:
            yield "skipped by the formatter", number


def idioms_of(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> Iterator[str]:
    """Yield the idioms that a node is."""
    match node:
        case ast.BinOp():
            yield from idioms_of_operation(node, parents)
        case ast.Assign():
            yield from idioms_of_assignment(node)
        case ast.For():
            yield from idioms_of_loop(node.iter)
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            yield from idioms_of_comprehension(node, parents)
        case ast.Starred(value=ast.IfExp() | ast.BinOp(op=ast.Mult())):
            yield "conditional star"
        case ast.IfExp():
            if sum(isinstance(inner, ast.IfExp) for inner in ast.walk(node)) > 1:
                yield "conditional in a conditional"
        case ast.Call():
            yield from idioms_of_call(node)
        case ast.Lambda():
            if len(node.args.args) >= 4 or sum(1 for _ in ast.walk(node)) > 30:
                yield "long lambda"
        case ast.NamedExpr():
            if not is_test_of_a_statement(node, parents):
                yield "walrus"
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from idioms_of_function(node)


def idioms_of_operation(node: ast.BinOp, parents: dict[ast.AST, ast.AST]) -> Iterator[str]:
    """Yield the idioms of a binary operator."""
    if is_multiplied_text(node):
        yield "text or list times a condition"
    merged = list(alternatives(node))
    is_whole = not isinstance(parents.get(node), ast.BinOp)
    has_mapping = any(isinstance(one, ast.Dict | ast.DictComp) for one in merged)
    if is_whole and has_mapping and len(merged) >= 3:
        yield "chain of merged mappings"


def idioms_of_comprehension(
    node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp,
    parents: dict[ast.AST, ast.AST],
) -> Iterator[str]:
    """Yield the idioms of a comprehension."""
    for generator in node.generators:
        yield from idioms_of_loop(generator.iter)
    is_outermost = not any(isinstance(one, COMPREHENSIONS) for one in above(node, parents))
    if is_outermost and sum(isinstance(one, COMPREHENSIONS) for one in ast.walk(node)) >= 3:
        yield "three comprehensions in one"


def idioms_of_function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Yield the idioms of a function's head."""
    for default in (*node.args.defaults, *node.args.kw_defaults):
        if isinstance(default, ast.Name) and default.id in IDLE_DEFAULTS:
            yield "default that does nothing"


def idioms_of_assignment(node: ast.Assign) -> Iterator[str]:
    """Yield the idioms of an assignment to several names."""
    [target, *_] = node.targets
    if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
        names = {ast.unparse(one) for one in target.elts}
        values = node.value.elts
        is_swap = bool(names & {ast.unparse(value) for value in values})
        is_all_constants = all(isinstance(value, ast.Constant) for value in values)
        calls = sum(isinstance(value, ast.Call) for value in values)
        if not is_swap and ((len(values) >= 3 and not is_all_constants) or calls >= 2):
            yield "several values assigned at once"
    is_comprehension = isinstance(node.value, ast.GeneratorExp | ast.ListComp)
    if isinstance(target, ast.Tuple | ast.List) and is_comprehension:
        yield "names unpacked from a comprehension"


def idioms_of_loop(over: ast.expr) -> Iterator[str]:
    """Yield the idioms of what a loop goes over."""
    is_product = isinstance(over, ast.BinOp) and isinstance(over.op, ast.Mult)
    if isinstance(over, ast.IfExp) or (is_product and any(map(is_truth, operands(over)))):
        yield "loop over a conditional"


def idioms_of_call(node: ast.Call) -> Iterator[str]:
    """Yield the idioms of a call."""
    called = node.func
    by_position = [one for one in node.args if not isinstance(one, ast.Starred)]
    is_open = isinstance(called, ast.Name) and called.id in ("min", "max", "print")
    if len(by_position) >= 6 and not is_open:
        yield "six positional arguments"
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    constants = [one.value for one in node.args if isinstance(one, ast.Constant)]
    has_truth_value = any(isinstance(value, bool) for value in constants)
    if has_truth_value and name not in CLEAR_WITH_A_TRUTH_VALUE:
        yield "truth value by position"


def operands(node: ast.expr) -> tuple[ast.expr, ...]:
    """The two operands of a binary operator."""
    return (node.left, node.right) if isinstance(node, ast.BinOp) else ()


def is_truth(node: ast.expr) -> bool:
    """Whether an expression is a truth value, as far as its form or its name says."""
    if isinstance(node, ast.Compare | ast.BoolOp):
        return True
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", "") in ("bool", "any", "all", "isinstance")
    name = getattr(node, "id", getattr(node, "attr", ""))
    return bool(re.match(r"(is|has|needs|negated|broad)(_|$)", name))


def is_multiplied_text(node: ast.AST) -> bool:
    """Whether a text, a list or the like is multiplied by a truth value."""
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)):
        return False
    sides = operands(node)
    is_text = any(
        isinstance(side, ast.List | ast.Tuple | ast.JoinedStr | ast.BinOp)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in sides
    )
    return is_text and any(map(is_truth, sides))


def alternatives(node: ast.expr) -> Iterator[ast.expr]:
    """Yield what a chain of `|` joins."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        yield from alternatives(node.left)
        yield from alternatives(node.right)
    else:
        yield node


def above(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> Iterator[ast.AST]:
    """Yield the nodes that contain a node, from the inside out."""
    while (parent := parents.get(node)) is not None:
        yield parent
        node = parent


def is_test_of_a_statement(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether a node is in the test of an `if` or `while`, and in no comprehension."""
    for outer in above(node, parents):
        if isinstance(outer, COMPREHENSIONS):
            return False
        if isinstance(outer, ast.stmt):
            return isinstance(outer, ast.If | ast.While)
    return False


def rooms_of(package: Path = PACKAGE) -> list[str]:
    """The rooms of a package; "" is the files at its top."""
    return ["", *sorted(folder.name for folder in package.iterdir() if any(folder.rglob("*.py")))]


def measure_room(name: str, package: Path = PACKAGE) -> Measured:
    """Measure a room of a package."""
    paths = (package / name).rglob("*.py") if name else package.glob("*.py")
    found = Measured()
    for path in sorted(paths):
        found.add(measure(path, package))
    return found


def main() -> None:
    """Print the measures of each room, then the places of the packed idioms."""
    package = Path(sys.argv[1]) if len(sys.argv) > 1 else PACKAGE
    rooms = {name: measure_room(name, package) for name in rooms_of(package)}
    print("weight  per statement  packed per 1,000  room")
    for name, room in sorted(rooms.items(), key=lambda item: -item[1].per_thousand):
        about = f"{room.weight:6}  {room.per_statement:13.2f}  {room.per_thousand:16.1f}"
        print(f"{about}  {name or '(top)'}")
    idioms = Counter(idiom for room in rooms.values() for idiom, _ in room.packed)
    for idiom, count in idioms.most_common():
        print(f"{count} × {idiom}: write {BETTER[idiom]}")
    for room in rooms.values():
        for idiom, place in room.packed:
            print(f"{place}: {idiom}")


if __name__ == "__main__":
    main()
