"""Names: of games, which nobody outside their folder knows; of classes and modules; and how many stand side by side."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from sheepfold.games import SHELF
from sheepfold.play.service import Service

ROOT = Path(__file__).parent.parent
ROOMS = (
    "src/sheepfold/core",
    "src/sheepfold/play",
    "src/sheepfold/command",
    "src/sheepfold/web",
    "src/sheepfold/bots",
    "src/sheepfold/cli",
    "tools",
)
MEASURED = ("src/sheepfold/cli/lab/bench.py", "tools/sheepfold_bench/")
"""Benches say which game they play."""


def sources(room: str) -> list[Path]:
    kinds = {".py", ".js", ".html", ".css"}
    return sorted(path for path in (ROOT / room).rglob("*") if path.suffix in kinds)


@pytest.mark.parametrize("room", ROOMS)
def test_no_line_outside_its_folder_names_a_game(room: str) -> None:
    names = "|".join((*SHELF, *(place.rpartition(".")[2] for place in SHELF.places.values())))
    quoted = re.compile(rf"""['"]({names})['"]|/({names})['"/?]|games\.({names})\b""")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in sources(room)
        if not str(path.relative_to(ROOT)).startswith(MEASURED)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if quoted.search(line)
    ]
    assert found == []


SAME_IN_EVERY_GAME = {"Options", "State", "View", "Game", "Bot", "LaneGames", "RandomGames"}
"""What every game calls alike."""
IN_RECORDS = {"Animal", "Done", "Laid", "Refused", "Standing", "Watched"}
"""Names that JSON, records or the API's schema spell out: they stay, whatever else is called so."""
GONE = (
    "counsel", "copies", "ears", "evenings", "farewells", "gallery", "hearsay", "heavy", "outermost", "spans",
    "talking", "thinkers", "town", "trail", "tries", "whence", "witness",
)  # fmt: skip
"""Words that names had, and for which the field has others (CONTRIBUTING.md, the glossary)."""
MOST_ENTRIES = 16
PACKAGES = ("bots", "cli", "core", "lab", "live", "play", "store")


def modules(*folders: str) -> list[Path]:
    return sorted(
        path for folder in folders for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts
    )


def test_a_class_name_is_used_once() -> None:
    places: dict[str, list[str]] = {}
    for path in modules("src/sheepfold"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    allowed = SAME_IN_EVERY_GAME | IN_RECORDS
    assert {name: found for name, found in places.items() if len(found) > 1 and name not in allowed} == {}


def test_no_module_is_named_by_a_word_that_is_gone() -> None:
    folders = (f"src/sheepfold/{package}" for package in (*PACKAGES, "command", "games", "mail"))
    named = [
        path
        for path in modules(*folders, "tests/core", "tests/play", "tests/store")
        if set(path.stem.split("_")) & set(GONE)
    ]
    assert [str(path.relative_to(ROOT)) for path in named] == []


def test_no_class_or_function_is_named_by_a_word_that_is_gone() -> None:
    made = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    named = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in modules("src/sheepfold", "tools/sheepfold_bench")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, made) and {word.lower() for word in re.findall("[A-Z]?[a-z]+", node.name)} & set(GONE)
    ]
    assert named == []


def test_the_service_passes_no_call_on() -> None:
    """Doors call an object for each matter; the service itself answers for the process alone."""
    own = {name for name, value in vars(Service).items() if not name.startswith("_")}
    assert own == {"alive", "metrics", "now", "open"}


@pytest.mark.parametrize("room", PACKAGES)
def test_a_package_has_few_entries(room: str) -> None:
    top = ROOT / "src/sheepfold" / room
    packages = {path.parent for path in top.rglob("*.py") if "migrations" not in path.parts}
    entries = {
        str(package.relative_to(top.parent)): len([path for path in package.iterdir() if path.name[:2] != "__"])
        for package in packages
    }
    assert {package: number for package, number in entries.items() if number > MOST_ENTRIES} == {}
