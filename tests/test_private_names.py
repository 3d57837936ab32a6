"""No module of ours imports or reads a private name of a dependency."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"
OURS = "sheepfold"
MODULES = sorted(SOURCE.rglob("*.py"))


def private(name: str) -> bool:
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


def foreign(module: str) -> bool:
    return module.partition(".")[0] != OURS


def found_in(tree: ast.Module) -> Iterator[str]:
    """Private names of others: imported, or read from what was imported from others."""
    borrowed: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                for one in names:
                    if foreign(one.name):
                        borrowed.add((one.asname or one.name).partition(".")[0])
                        yield from (one.name for part in one.name.split(".") if private(part))
            case ast.ImportFrom(module=str(module), names=names, level=0) if foreign(module):
                borrowed |= {one.asname or one.name for one in names}
                yield from (
                    f"{module}.{one.name}" for one in names if any(map(private, [*module.split("."), one.name]))
                )
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=value, attr=name) if private(name) and root(value) in borrowed:
                yield ast.unparse(node)
            case ast.ClassDef(bases=bases) as made if any(root(base) in borrowed for base in bases):
                own = {item.attr for item in ast.walk(made) if isinstance(item, ast.Attribute) and stored(item)}
                own |= {one.name for one in made.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)}
                own |= {one.target.id for one in made.body if isinstance(one, ast.AnnAssign) and named(one.target)}
                for item in ast.walk(made):
                    if isinstance(item, ast.Attribute) and named(item.value, "self") and private(item.attr):
                        yield from () if item.attr in own else (f"{made.name}: self.{item.attr}",)


def root(node: ast.expr) -> str:
    """The name that a chain of attributes, calls or items begins with."""
    while isinstance(node, ast.Attribute | ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def stored(node: ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Store) and named(node.value, "self")


def named(node: ast.expr, name: str = "") -> bool:
    return isinstance(node, ast.Name) and name in ("", node.id)


@pytest.mark.parametrize(
    "text",
    [
        "import h11._connection",
        "from h11._connection import SIZE",
        "from uvicorn import _types",
        "import sys\nsys._getframe()",
        "import uvicorn as server\nserver.Server(x)._serve()",
        "from uvicorn import Server\nclass Mine(Server):\n    def run(self): return self._captured_signals",
    ],
)
def test_a_private_name_is_found(text: str) -> None:
    assert list(found_in(ast.parse(text)))


@pytest.mark.parametrize(
    "text",
    [
        "from sheepfold.core import _ours",
        "import os\nos.__name__",
        "from uvicorn import Server\nclass Mine(Server):\n    def run(self): self._own = 1; return self._own",
    ],
)
def test_a_name_of_our_own_is_not(text: str) -> None:
    assert not list(found_in(ast.parse(text)))


ASKED_FOR = {"_accumulate_rewards", "_clear_rewards", "_was_dead_step"}
"""What PettingZoo's own guide to writing an environment tells a subclass to call."""


def test_no_module_of_ours_reads_a_private_name_of_a_dependency() -> None:
    found = {
        f"{path.relative_to(SOURCE)}: {name}"
        for path in MODULES
        for name in found_in(ast.parse(path.read_text("utf-8")))
        if name.rpartition(".")[2] not in ASKED_FOR
    }
    assert not found


def test_the_web_server_is_asked_for_its_protocols_by_name() -> None:
    found = [path.name for path in MODULES if "uvicorn.protocols" in path.read_text("utf-8")]
    assert found == []
