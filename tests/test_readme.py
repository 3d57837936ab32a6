"""The documentation is true: examples run as written, pictures are what the code draws now."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pictures
import pytest

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


def test_links_in_the_documentation_lead_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    links = [(page, link) for page in pages for link in re.findall(r'\]\(([^)#]+)\)|src="([^"]+)"', page.read_text())]
    inside = [(page, a or b) for page, (a, b) in links if not (a or b).startswith(("http:", "https:", "mailto:"))]
    assert len(inside) > 5
    for page, link in inside:
        assert (page.parent / link).exists(), f"{page.name} links to {link}"
