"""Tries mutants of one of the two checkers on `TESTS`: `python mutating.py checker`.

A mutant is the checker with one change in meaning (`CHANGES`). pytest collects the tests once; for
each mutant a fork of that process puts the changed code into the checker's module and runs the
tests up to the first one that fails. The changes that no test notices are printed, one per line,
each after the function in which it is.
"""

from __future__ import annotations

import ast
import copy
import importlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

TESTS = [Path(__file__).with_name(name) for name in ("test_checkers.py", "test_every_claim.py")]
#: Processor time (the tests take under two seconds) and memory, for mutants that never end.
SECONDS, MEMORY = 20, 2**32
OTHER: dict[type, type] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip
Change = Iterator[ast.AST]


def operators(node: ast.AST) -> Change:
    """Another comparison, `and` for `or`, `+` for `-`, and the reverse of each."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            ops = [*node.ops[:place], OTHER[type(operator)](), *node.ops[place + 1 :]]
            yield ast.Compare(node.left, ops, node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(OTHER[type(node.op)](), node.values)
    elif isinstance(node, ast.BinOp) and type(node.op) in OTHER:
        yield ast.BinOp(node.left, OTHER[type(node.op)](), node.right)


def constants(node: ast.AST) -> Change:
    """A number one greater or less, and the other truth value."""
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield from (ast.Constant(node.value + 1), ast.Constant(node.value - 1))


def negations(node: ast.AST) -> Change:
    """A condition that is negated, and one or a literal that no longer is."""
    if isinstance(node, ast.If | ast.IfExp):
        other = copy.copy(node)
        other.test = ast.UnaryOp(ast.Not(), node.test)
        yield other
    elif isinstance(node, ast.comprehension):
        for place, test in enumerate(node.ifs):
            negated = ast.UnaryOp(ast.Not(), test)
            ifs = [*node.ifs[:place], negated, *node.ifs[place + 1 :]]
            yield ast.comprehension(node.target, node.iter, ifs, 0)
    elif isinstance(node, ast.UnaryOp):
        yield node.operand


def statements(node: ast.AST) -> Change:
    """A statement that is left out."""
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    dropped = ast.Expr | ast.Assign | ast.AugAssign | ast.Continue | ast.Break | ast.Delete
    if isinstance(node, dropped) and not is_docstring:
        yield ast.Pass()


CHANGES: list[Callable[[ast.AST], Change]] = [operators, constants, negations, statements]


def mutants(text: str) -> Iterator[tuple[str, ast.Module]]:
    """(what changed in which function, the changed module) for each mutant of a module's text.

    The conditions at its top level are left out: how a file is imported and started.
    """
    tree = ast.parse(text)
    for top in tree.body:
        if isinstance(top, ast.If):
            continue
        for path, parent, field, place, node in inner(top, getattr(top, "name", "")):
            for change in CHANGES:
                for other in change(node):
                    # A number alone does not say which one it is: what holds it is shown.
                    around = parent if isinstance(node, ast.Constant) else None
                    before = shortened(around or node)
                    put(parent, field, place, ast.copy_location(other, node))
                    yield f"{path}: {before} -> {shortened(around or other)}", tree
                    put(parent, field, place, node)


def inner(node: ast.AST, path: str) -> Iterator[tuple[str, ast.AST, str, int | None, ast.AST]]:
    """(name of its function, parent, field, place in the field's list, node) of all below a node;
    annotations have no meaning."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns"):
            continue
        places = enumerate(value) if isinstance(value, list) else [(None, value)]
        for place, child in places:
            if isinstance(child, ast.AST):
                own = f"{path}.{child.name}" if isinstance(child, ast.FunctionDef) else path
                yield own, node, field, place, child
                yield from inner(child, own)


def put(parent: ast.AST, field: str, place: int | None, node: ast.AST) -> None:
    if place is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[place] = node


def shortened(node: ast.AST) -> str:
    """The first line of a node's code; "left out" for a statement that is."""
    if isinstance(node, ast.Pass):
        return "left out"
    return ast.unparse(node).strip().split("\n", 1)[0]


class Trial:
    """A plugin of pytest that tries the mutants of a checker instead of running the tests once."""

    def __init__(self, checker: str) -> None:
        self.module = importlib.import_module(f"satdoku.certificates.{checker}")
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = list(session.items)
        tried = 0
        if self.noticed_by(items, None) is not None:
            sys.exit("the tests fail without any change")
        for what, tree in mutants(Path(self.module.__file__).read_text()):
            tried += 1
            place = self.noticed_by(items, compile(ast.fix_missing_locations(tree), what, "exec"))
            if place is None:
                print(what, file=sys.stderr)
            else:  # it may well notice the next one
                items.insert(0, items.pop(place))
        print(tried)
        return True

    def noticed_by(self, items: list[pytest.Item], code) -> int | None:
        """The place of the first test that fails in a fork with this code as the checker's."""
        import resource  # not on Windows

        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            try:
                self.first_failure(items, code, writing)
            finally:
                os._exit(1)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            said = pipe.read().decode().split()
        os.waitpid(child, 0)
        return None if said[-1:] == ["end"] else int(said[-1]) if said else 0

    def first_failure(self, items: list[pytest.Item], code, writing: int) -> None:
        """Write the place of each test before it begins, and "end" if none fails."""
        if code:
            replace(self.module, code)
        for place, item in enumerate(items):
            os.write(writing, b"%d\n" % place)
            item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
            if self.failed:
                return
        os.write(writing, b"end")


def replace(module, code) -> None:
    """Run other code as the module's, and let all who imported names from it have the new ones."""
    old = dict(vars(module))
    exec(code, vars(module))
    tests = [path.stem for path in TESTS]
    users = [
        other
        for name, other in sys.modules.items()
        if name in tests or name.startswith("satdoku.certificates.")
    ]
    for user in users:
        for name, value in list(vars(user).items()):
            if name in old and value is old[name] and not name.startswith("__"):
                setattr(user, name, vars(module)[name])


if __name__ == "__main__":
    sys.exit(
        pytest.main(
            ["-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:xdist", *map(str, TESTS)],
            plugins=[Trial(sys.argv[1])],
        )
    )
