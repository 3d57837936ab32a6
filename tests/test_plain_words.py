"""What people read: phrases that were once there are not to come back, and help of options stands without flags."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sheepfold.games import SHELF, game

SOURCE = Path(__file__).parent.parent / "src" / "sheepfold"
GONE = (
    r"wears? a tail",
    r"leaves \S+ witness",
    r"sets of wolves",
    r"is next with",
    r"fewer li(fe|ves)\b",
    r"is dear\b",
    r"\bLet it run\b|\bTake it home\b|\beverything open\b",
    r"goes by what is likely",
    r"for your eyes only",
    r"is prowling|takes aim|The fold holds|Welcome to the fold",
    r"is likelier",
    r"is a wolf with",
    r"(?<![Tt]here )is no (move|tile|cell|bid|puzzle|cursor|mail address|day|list)\b",
    r"The dead are told|kept dark|Deaths are kept",
    r"simulated (player|fifth)",
    r"whoever is waited for|are waited for",
    r"cannot be had",
    r"had nobody left beside",
    r"any word; it decides",
    r"Sign(ed)? (in|out)\b",
    r"[Pp]lease try|; please",
    r"broke off, as it said|The one to begin with",
    r"(?<![/\w])1 (letters|wolves|tiles|points|games|moves|players|votes|seats|decisions|puzzles)\b",
    r"\b[Cc]lick(s|ed)? (on|at|the|a|here)\b",
)
"""Each stood before people once, or says in other words what another name stands for."""


def literals(file: Path) -> Iterator[str]:
    """Strings of a module that are not its docstrings; what stands for a value is a star."""
    tree = ast.parse(file.read_text("utf-8"))
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside | told:
            yield node.value


def shown(file: Path) -> Iterator[str]:
    """The lines of a script, a template or a guide, without comments."""
    text = re.sub(r"\{#.*?#\}|/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL)
    yield from (re.sub(r"(^|\s)// .*", "", line) for line in text.splitlines())


def read_by_people() -> list[tuple[str, str]]:
    files = sorted(file for file in SOURCE.rglob("*") if file.suffix in (".py", ".js", ".html", ".md"))
    return [
        (str(file.relative_to(SOURCE)), words)
        for file in files
        for words in (literals(file) if file.suffix == ".py" else shown(file))
    ]


@pytest.fixture(scope="module")
def words() -> list[tuple[str, str]]:
    found = read_by_people()
    assert len(found) > 5_000
    return found


@pytest.mark.parametrize("phrase", GONE)
def test_a_phrase_that_is_gone_does_not_come_back(phrase: str, words: list[tuple[str, str]]) -> None:
    assert [each for each in words if re.search(phrase, each[1])] == []


def test_pages_speak_of_tables(words: list[tuple[str, str]]) -> None:
    pages = [each for each in words if each[0].endswith((".js", ".html"))]
    assert [
        each for each in pages if re.search(r"(?<![\w-])(on|at|from|of) (the|a|this) board(?![\w-])", each[1])
    ] == []


@pytest.mark.parametrize("name", list(SHELF))
def test_help_of_options_has_no_flags_and_is_no_whole_sentence(name: str) -> None:
    for option in game(name).options.declared():
        assert not re.search(r"(^|\s)-\w", option.help), option.help
        assert not option.help.endswith("."), option.help
        assert option.help[0].islower(), option.help
