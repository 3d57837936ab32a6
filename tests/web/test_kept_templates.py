"""What templates are compiled to is found again, and whatever becomes of the folder, pages are shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from sheepfold.cache import CACHE
from sheepfold.web.pages.kept_templates import kept_templates


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE, str(tmp_path))
    return tmp_path


def shown(text: str = "{{ 1 + 1 }} sheep") -> str:
    """A page of a process that has just begun."""
    return Environment(loader=DictLoader({"page": text}), bytecode_cache=kept_templates()).get_template("page").render()


def compiled(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_template_is_compiled_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown() == "2 sheep"
    assert len(compiled(folder)) == 1
    monkeypatch.setattr(Environment, "compile", None)
    assert shown() == "2 sheep"


def test_a_template_that_changed_is_compiled_anew(folder: Path) -> None:
    assert shown() == "2 sheep"
    assert shown("{{ 2 + 2 }} wolves") == "4 wolves"


@pytest.mark.parametrize("left", [b"", b"no bytecode", "half"])
def test_a_damaged_file_does_no_harm(folder: Path, left: bytes | str) -> None:
    shown()
    (file,) = compiled(folder)
    whole = file.read_bytes()
    for cut in range(0, len(whole), 7) if isinstance(left, str) else range(1):
        file.write_bytes(whole[:cut] if isinstance(left, str) else left)
        assert shown() == "2 sheep"
        assert file.read_bytes() == whole


def test_a_folder_that_takes_nothing_does_no_harm(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("jinja2.bccache.tempfile.NamedTemporaryFile", full)
    assert shown() == "2 sheep"
    assert not compiled(folder)


def test_without_a_folder_nothing_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "file").write_text("in the way")
    monkeypatch.setenv(CACHE, str(folder / "file"))
    assert kept_templates() is None
    assert shown() == "2 sheep"
