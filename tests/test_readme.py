"""The documentation is true: examples run as written, pictures are what the code draws now."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import pictures
from sheepfold.games import SHELF

ROOT = Path(__file__).parent.parent


def test_the_python_of_the_readme_runs() -> None:
    outcome = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert outcome.attempted > 5
    assert outcome.failed == 0


@pytest.mark.parametrize("name", sorted(filter(pictures.portrait, SHELF)))
def test_pictures_in_the_documentation_are_up_to_date(name: str) -> None:
    drawn = (pictures.PICTURES / f"{name}.svg").read_text(encoding="utf-8")
    assert drawn == pictures.drawn(name), "run: .venv/bin/python tools/pictures.py"


def test_files_that_the_documentation_names_exist() -> None:
    """A name with a folder in it; NAME, FOLDER and the like stand for something, and addresses begin with a stroke."""
    rooms = ("src", "tests", "tools", "docs", "examples", "deploy", "requirements")
    files = {f"/{path.relative_to(ROOT).as_posix()}" for room in rooms for path in (ROOT / room).rglob("*")}
    pages = [ROOT / "CONTRIBUTING.md", ROOT / "README.md", *ROOT.glob("docs/**/*.md")]
    named = [
        (page.name, name)
        for page in pages
        for name in re.findall(r"`([\w.-]+(?:/[\w.-]+)*/[\w-]+\.(?:py|js|css|html|md|json|sh))`", page.read_text())
        if not re.search("[A-Z]{4}|your_game", name)
    ]
    assert len(named) > 50
    assert [each for each in named if not any(file.endswith(f"/{each[1]}") for file in files)] == []


def test_every_number_without_a_decision_is_listed_and_superseded_ones_are_marked() -> None:
    folder = ROOT / "docs" / "decisions"
    decisions = {int(path.name[:4]): path.read_text() for path in folder.glob("0*.md")}
    gaps, superseded = (
        {int(number) for number in re.findall(r"\d+", line.partition(":" if "Superseded" in line else "numbers")[2])}
        for line in (folder / "README.md").read_text().splitlines()
        if line.startswith(("No decision has", "Superseded, "))
    )
    assert gaps == set(range(1, max(decisions))) - set(decisions)
    marked = {number for number, text in decisions.items() if re.search(r"^\*Superseded by", text, re.M)}
    assert superseded - {60, 74} == marked


def test_links_in_the_documentation_lead_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    links = [(page, link) for page in pages for link in re.findall(r'\]\(([^)#]+)\)|src="([^"]+)"', page.read_text())]
    inside = [(page, a or b) for page, (a, b) in links if not (a or b).startswith(("http:", "https:", "mailto:"))]
    assert len(inside) > 5
    for page, link in inside:
        assert (page.parent / link).exists(), f"{page.name} links to {link}"
